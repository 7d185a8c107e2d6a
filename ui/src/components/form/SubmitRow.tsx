import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import styles from './SubmitRow.module.css'

type Props = Readonly<{
  /** What the button says. */
  children: ReactNode
  /** Why the form can't be sent yet, beside the button, which is disabled meanwhile. */
  missing: string | undefined
  pending: boolean
  onSubmit: () => void
}>

/** The last row of a form on a card: the button that sends it, and what is still missing. */
export const SubmitRow = ({ children, missing, pending, onSubmit }: Props) => (
  <div className={styles['row']}>
    <Button
      variant="contained"
      color="primary"
      disabled={missing !== undefined}
      loading={pending}
      onClick={onSubmit}
    >
      {children}
    </Button>
    {missing !== undefined && <span className="small q">{missing}</span>}
  </div>
)
