import { svgAddress } from '../../components/display/svgAddress.ts'
import styles from '../Account.module.css'

/** Shows an SVG as an image, so that nothing in it can run. */
export const QrCode = ({ svg, label }: { svg: string; label: string }) => (
  <img className={styles['qr']} alt={label} src={svgAddress(svg)} />
)
