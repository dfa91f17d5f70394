import { AddPicture } from '../pictures/AddPicture.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import classes from './DocumentForm.module.css';
import { useDocumentForm, type FieldProps, type Picture } from './form-context.ts';
import { asObject, asText, emptied } from './form-value.ts';

const NONE = 'none';

/** A picture of the studio, chosen among those that are stored and the one that is there (docs/product/content.md#pictures). */
export function PictureField({ field, path, label, value }: FieldProps) {
  const { pictures, errors, change } = useDocumentForm();
  const src = asText(asObject(value)['src']);
  const chosen = pictures.find((picture) => picture.src === src);
  const error = errors.find((one) => one.field === path || one.field.startsWith(`${path}.`));
  return (
    <div className={classes.picture}>
      <SelectBox
        label={label}
        error={error?.message}
        data={[
          ...(field.empty === 'required' ? [] : [{ value: NONE, label: 'None' }]),
          ...(src === '' || chosen !== undefined ? [] : [{ value: src, label: src }]),
          ...pictures.map((picture, at) => ({ value: picture.src, label: pictureText(picture, at) })),
        ]}
        value={src === '' ? NONE : src}
        onChange={(next) => {
          const picture = pictures.find((one) => one.src === next);
          if (picture !== undefined) change(path, picture);
          else if (next === NONE) change(path, emptied(field.empty, null));
        }}
      />
      {src !== '' && <img src={src} alt="" />}
      <AddPicture
        what={label}
        onAdded={({ src: added, width, height }) => change(path, { src: added, width, height })}
      />
    </div>
  );
}

const pictureText = ({ width, height }: Picture, at: number): string =>
  `Picture ${at + 1}, ${width} × ${height}`;
