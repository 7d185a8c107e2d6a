import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useCan } from '../../session/session.ts'
import type { PayoutHoldRecord } from '../../data/records/records.ts'
import { payoutAccountTexts } from '../../i18n/en/payoutAccount.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useStaffCommand } from './useStaffCommand.ts'

addTexts({ payoutAccount: payoutAccountTexts })

/** The minimum length of a reason; a shorter one explains nothing to later readers. */
export const MIN_REASON = 10

/** For finance: releases a hold, with a recorded reason. */
export const ReleaseHold = ({
  hold: { id, hostAccountId },
  account,
}: {
  hold: PayoutHoldRecord
  /** The account's name. */ account: string
}) => {
  const t = useText()
  const may = useCan('payout-account.review')
  const [open, setOpen] = useState(false)
  const [why, setWhy] = useState('')
  const release = useStaffCommand('release-hold', t('payoutAccount.staff.released', { name: account }), () =>
    setOpen(false),
  )
  if (!may) return null
  return (
    <>
      <Button
        size="small"
        aria-label={t('payoutAccount.staff.releaseOf', { name: account })}
        onClick={() => {
          release.reset()
          setOpen(true)
        }}
      >
        {t('payoutAccount.staff.release')}
      </Button>
      {open && (
        <FormDialog
          title={t('payoutAccount.staff.releaseTitle', { name: account })}
          submit={t('payoutAccount.staff.release')}
          close={t('payoutAccount.keep')}
          missing={why.trim().length < MIN_REASON ? t('payoutAccount.staff.whyHelp') : undefined}
          pending={release.pending}
          error={release.error}
          onSubmit={() => release.run(hostAccountId, { holdId: id, why: why.trim() })}
          onClose={() => setOpen(false)}
        >
          <Field label={t('payoutAccount.staff.why')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                multiline
                minRows={2}
                maxRows={6}
                value={why}
                onChange={({ target }) => setWhy(target.value)}
                inputProps={{ ...field, maxLength: 500 }}
              />
            )}
          </Field>
        </FormDialog>
      )}
    </>
  )
}
