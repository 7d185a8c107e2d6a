import { useState } from 'react'
import { OutlinedInput } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { Field } from '../components/form/Field.tsx'

type Props = {
  open: boolean
  title: string
  text: string
  confirm: string
  pending: boolean
  error: unknown
  onConfirm: (reason: string) => void
  onClose: () => void
}

const MIN = 10

/** Asks for a confirmation and a reason. */
export const ReasonDialog = ({ open, title, text, confirm, pending, error, onConfirm, onClose }: Props) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const short = reason.trim().length < MIN
  return (
    <ConfirmCommand
      open={open}
      destructive
      title={title}
      confirm={confirm}
      keep={t('agreement.sign.keep')}
      pending={pending}
      error={error}
      onClose={onClose}
      onConfirm={() => {
        setAsked(true)
        if (!short) onConfirm(reason.trim())
      }}
    >
      <p>{text}</p>
      <Field
        label={t('agreement.sign.why')}
        help={t('agreement.sign.whyHelp')}
        error={asked && short ? t('agreement.sign.whyHelp') : undefined}
      >
        {({ error: wrong, ...field }) => (
          <OutlinedInput
            multiline
            minRows={2}
            fullWidth
            value={reason}
            error={wrong}
            onChange={({ target }) => setReason(target.value)}
            inputProps={{ ...field, maxLength: 500 }}
          />
        )}
      </Field>
    </ConfirmCommand>
  )
}
