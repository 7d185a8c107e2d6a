import { useRef, useState, type ReactNode } from 'react'
import { Popover } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import styles from './FilterBar.module.css'
import { FocusFirst } from '../form/FocusFirst.tsx'
import { Icon } from '../display/icons.tsx'
import { useHotkey } from '../action/useHotkey.ts'

export type Filter = Readonly<{
  key: string
  label: string
  /** The value as text; undefined while the filter is not set. */
  value: string | undefined
  clear: () => void
  /** Offered only while a view or a link sets it. */
  rare?: boolean
  /** The form in the popover; it calls `close` when it is done. */
  form: (close: () => void) => ReactNode
}>

const FilterChip = ({ label, value, clear, form }: Filter) => {
  const t = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const set = value !== undefined
  return (
    <span className={`${styles['chip']} ${set ? styles['on'] : styles['add']}`}>
      <button
        type="button"
        data-filter
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {set ? (
          <>
            {label}: <b className="num">{value}</b>
          </>
        ) : (
          <>
            <Icon name="plus" size={16} />
            {label}
          </>
        )}
      </button>
      {set && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t('table.removeFilter', { name: label })}
          onClick={clear}
        >
          <Icon name="cross" size={16} />
        </button>
      )}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5 } } }}
      >
        {anchor !== null && <FocusFirst className={styles['form']}>{form(close)}</FocusFirst>}
      </Popover>
    </span>
  )
}

/** The filters of a list: set ones are filled, others dashed. `/` goes to the first one. */
export const FilterBar = ({
  filters,
  label,
  children,
}: {
  filters: readonly Filter[]
  label: string
  children?: ReactNode
}) => {
  const bar = useRef<HTMLDivElement>(null)
  useHotkey('filter', () => bar.current?.querySelector<HTMLButtonElement>('[data-filter]')?.focus())
  return (
    <div ref={bar} className={styles['bar']} role="group" aria-label={label} data-print="hide">
      {[
        ...filters.filter(({ value }) => value !== undefined),
        ...filters.filter(({ value, rare }) => value === undefined && !rare),
      ].map((filter) => (
        <FilterChip {...filter} key={filter.key} />
      ))}
      {children}
    </div>
  )
}
