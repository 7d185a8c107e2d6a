import { useId, type MouseEvent, type ReactNode } from 'react'
import { Icon } from '../display/icons.tsx'
import { isRowClick } from './isRowClick.ts'
import styles from './LogTable.module.css'

type Props = {
  open: boolean
  onToggle: () => void
  /** When it was, or what the row is about. */ time: ReactNode
  /** Whether the first cell names the row, and may take several lines. */ named?: boolean
  /** What the button does, for screen readers. */ action: string
  /** The cells after the time. */ children: ReactNode
  columns: number
  /** The details of the open row. */ details: () => ReactNode
}

/** A row of a log, or of a table whose rows open: a click opens and closes the details below. */
export const LogRow = ({
  open,
  onToggle,
  time,
  named = false,
  action,
  children,
  columns,
  details,
}: Props) => {
  const id = useId()
  const First = named ? 'th' : 'td'
  const toggle = (event: MouseEvent) => {
    if (isRowClick(event)) onToggle()
  }
  return (
    <>
      <tr aria-selected={open ? true : undefined} onClick={toggle}>
        <First className={named ? styles['name'] : 'num'} {...(named && { scope: 'row' })}>
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
        </First>
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
