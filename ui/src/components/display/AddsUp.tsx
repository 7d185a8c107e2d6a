import { Icon } from './icons.tsx'
import styles from './AddsUp.module.css'

/** Whether the parts come to their sum; red where they do not. */
export const AddsUp = ({
  check: { holds, text },
  adds,
  differs,
}: {
  check: Readonly<{ holds: boolean; text: string }>
  /** What is said where they do, and where they do not. */
  adds: string
  differs: string
}) => (
  <p className={`num ${styles['sum']}`}>
    <span className={holds ? styles['holds'] : styles['differs']}>
      <Icon name={holds ? 'check' : 'alert'} size={16} />
      {holds ? adds : differs}
    </span>
    <span className="q">{text}</span>
  </p>
)
