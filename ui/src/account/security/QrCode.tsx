import { svgAddress } from '../../components/display/svgAddress.ts'
import styles from '../Account.module.css'

/** An SVG's text as a picture: nothing of it can act on the page. */
export const QrCode = ({ svg, label }: { svg: string; label: string }) => (
  <img className={styles['qr']} alt={label} src={svgAddress(svg)} />
)
