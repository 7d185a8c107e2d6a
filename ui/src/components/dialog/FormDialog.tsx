import { useId, type ReactNode } from 'react'
import { Button, Dialog } from '@mui/material'
import styles from './ConfirmCommand.module.css'
import { ProblemText } from '../feedback/ProblemText.tsx'

type Props = {
  title: string
  submit: string
  close: string
  /** Why the form cannot be sent yet. */
  missing?: string | undefined
  pending: boolean
  error: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A few fields and one command; the input is kept when the command is refused. */
export const FormDialog = ({
  title,
  submit,
  close,
  missing,
  pending,
  error,
  onSubmit,
  onClose,
  children,
}: Props) => {
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form
        className={styles['body']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === undefined) onSubmit()
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <ProblemText error={error} />
        {missing !== undefined && <p className="small q">{missing}</p>}
        <div className={styles['actions']}>
          <Button onClick={onClose}>{close}</Button>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={missing !== undefined}
            loading={pending}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
