import { useId, type ReactNode } from 'react'
import { Button, Dialog } from '@mui/material'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import styles from './ConfirmCommand.module.css'

type Props = {
  open: boolean
  title: string
  /** What changes afterwards: who pays, which nights, until when it can be undone. */
  children: ReactNode
  confirm: string
  keep: string
  destructive?: boolean
  /** The command is not possible yet; `children` say why. */
  disabled?: boolean
  pending?: boolean
  error?: unknown
  onConfirm: () => void
  onClose: () => void
}

/** A confirmation with the consequence beside the button; it stays open when the command is refused. */
export const ConfirmCommand = ({
  open,
  title,
  children,
  confirm,
  keep,
  destructive = false,
  disabled = false,
  pending = false,
  error,
  onConfirm,
  onClose,
}: Props) => {
  const t = useText()
  const id = useId()
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <div className={styles['body']}>
        <h2 id={id}>{title}</h2>
        <div className="q">{children}</div>
        {error !== undefined && error !== null && (
          <p role="alert" className="bad-ink">
            {problemText(error, t)}
          </p>
        )}
        <div className={styles['actions']}>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            loading={pending}
            disabled={disabled}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
