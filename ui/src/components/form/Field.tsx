import { useId, type ReactNode } from 'react'
import styles from './Field.module.css'

type FieldProps = { id: string; 'aria-describedby': string | undefined; error: boolean }

/** A label above, help or what is wrong below; the input gets the names that tie them together. */
export const Field = ({
  label,
  help,
  error,
  children,
}: {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  children: (field: FieldProps) => ReactNode
}) => {
  const id = useId()
  const note = error ?? help
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        error: error !== undefined,
      })}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          role={error === undefined ? undefined : 'alert'}
          className={error === undefined ? styles['help'] : styles['error']}
        >
          {note}
        </p>
      )}
    </div>
  )
}
