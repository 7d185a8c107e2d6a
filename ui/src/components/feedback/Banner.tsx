import type { ReactNode } from 'react'
import { Icon, type IconName } from '../display/icons.tsx'
import styles from './Banner.module.css'

/** A state of the whole page: offline, or a view of the past. */
export const Banner = ({
  icon,
  title,
  action,
  children,
}: {
  icon?: IconName
  title: string
  action?: ReactNode
  children?: ReactNode
}) => (
  <div className={styles['banner']} role="status">
    {icon && <Icon name={icon} />}
    <span className="num">
      <b>{title}</b> {children}
    </span>
    <span className="grow" />
    {action}
  </div>
)
