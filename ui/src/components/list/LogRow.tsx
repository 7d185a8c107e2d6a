import { useId, type ReactNode } from 'react'
import { Icon } from '../display/icons.tsx'
import styles from './LogTable.module.css'

type Props = {
  open: boolean
  onToggle: () => void
  time: string
  /** What the button does, for screen readers. */ action: string
  /** The cells after the time. */ children: ReactNode
  columns: number
  /** The details of the open row. */ details: () => ReactNode
}

/** A row of a log: its time opens and closes the details below. */
export const LogRow = ({ open, onToggle, time, action, children, columns, details }: Props) => {
  const id = useId()
  return (
    <>
      <tr aria-selected={open ? true : undefined}>
        <td className={`num ${styles['at']}`}>
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={onToggle}
          >
            <Icon name={open ? 'down' : 'right'} size={16} />
            <span>
              {time}
              <span className="sr">, {action}</span>
            </span>
          </button>
        </td>
        {children}
      </tr>
      {open && (
        <tr className={styles['inner']}>
          <td colSpan={columns} id={id}>
            {details()}
          </td>
        </tr>
      )}
    </>
  )
}
