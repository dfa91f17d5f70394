import { renderSVG } from 'uqr';
import classes from './SecondFactor.module.css';

/** A QR code; dark on light in both themes, because some cameras read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const svg = renderSVG(text, { ecc: 'M', border: 4 });
  return <img className={classes.qr} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} />;
}
