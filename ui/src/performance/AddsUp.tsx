import type { Opened } from '@hearth/contracts/performance'
import { Icon } from '../components/display/icons.tsx'
import { useText } from '../i18n/text.ts'
import styles from './AddsUp.module.css'

/** Whether the parts come to their sum; red where they do not. */
export const AddsUp = ({ check: { holds, text } }: Pick<Opened, 'check'>) => {
  const t = useText()
  return (
    <p className={`num ${styles['sum']}`}>
      <span className={holds ? styles['holds'] : styles['differs']}>
        <Icon name={holds ? 'check' : 'alert'} size={16} />
        {t(holds ? 'performance.opened.adds' : 'performance.opened.differs')}
      </span>
      <span className="q">{text}</span>
    </p>
  )
}
