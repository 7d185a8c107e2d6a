import type { ReactNode } from 'react'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type Props = {
  form: Readonly<{ submit: () => void; dirty: boolean; pending: boolean }>
  className?: string | undefined
  /** For a form without a heading of its own. */
  label?: string
  /** Asks before the person leaves with unsaved changes. */
  guarded?: boolean
  children: ReactNode
}

/** The form element of a `useCommandForm`. */
export const CommandForm = ({ form, className, label, guarded = false, children }: Props) => (
  <form
    className={className}
    noValidate
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault()
      form.submit()
    }}
  >
    {children}
    {guarded && form.dirty && !form.pending && <UnsavedGuard />}
  </form>
)
