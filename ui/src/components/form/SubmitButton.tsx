import type { ReactNode } from 'react'
import { Button } from '@mui/material'

type Props = { form: Readonly<{ body: unknown; pending: boolean }>; children: ReactNode }

/** Sends the form around it; disabled while something is wrong, busy while the command is under way. */
export const SubmitButton = ({ form, children }: Props) => (
  <Button
    type="submit"
    variant="contained"
    color="primary"
    disabled={form.body === undefined}
    loading={form.pending}
  >
    {children}
  </Button>
)
