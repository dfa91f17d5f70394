import { PANEL } from '../../shared/sessions/texts.ts';
import { Panel } from '../ui/Panel.tsx';

/** Edit mode: 'Edit Session' with its two tabs (part 2 section 2). */
export function EditSessionPanel() {
  return (
    <Panel title={PANEL.editTitle} onClose={() => history.back()}>
      {null}
    </Panel>
  );
}
