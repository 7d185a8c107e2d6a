import type { ReactNode } from 'react'
import { Icon, type IconName } from '../display/icons.tsx'
import styles from './EmptyState.module.css'

type Props = { icon: IconName; title: string; text?: ReactNode; actions?: ReactNode; caption?: string }

/** An empty list: nothing yet, no match or all done, and the next step. */
export const EmptyState = ({ icon, title, text, actions, caption }: Props) => (
  <div className={styles['empty']}>
    <Icon name={icon} size={24} />
    <h2>{title}</h2>
    {text !== undefined && <p>{text}</p>}
    {actions && <div className={styles['actions']}>{actions}</div>}
    {caption !== undefined && <p className={`cap num ${styles['caption']}`}>{caption}</p>}
  </div>
)
