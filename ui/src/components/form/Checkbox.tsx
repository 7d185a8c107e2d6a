import { useEffect, useRef } from 'react'
import styles from './Checkbox.module.css'

type Props = {
  label: string
  checked: boolean
  mixed?: boolean
  describedBy?: string | undefined
  onChange: () => void
}

/** A native checkbox with a name of its own; the tick is drawn over it. */
export const Checkbox = ({ label, checked, mixed = false, describedBy, onChange }: Props) => {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed
  }, [mixed])
  return (
    <span className={styles['box']}>
      <input
        ref={ref}
        type="checkbox"
        aria-label={label}
        aria-describedby={describedBy}
        checked={checked}
        onChange={onChange}
      />
      <svg viewBox="0 0 12 12" aria-hidden>
        <path d={mixed ? 'M2.5 6h7' : 'M2 6.5l2.6 2.6L10 3.4'} />
      </svg>
    </span>
  )
}
