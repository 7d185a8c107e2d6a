import { useState } from 'react'
import { Button } from '@mui/material'
import { z } from 'zod'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { zText } from '@hearth/contracts/kernel/text'
import type { ItemRow } from '@hearth/contracts/reimbursement'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { forgetKept, useKeptForm } from '../../components/form/useKeptForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { AddEvidence } from '../evidence/AddEvidence.tsx'
import styles from './Claim.module.css'

const MIN_GROUNDS = 20
const MAX_GROUNDS = 2_000
const schema = z.strictObject({ grounds: zText(MIN_GROUNDS, MAX_GROUNDS) })

const AppealDialog = ({ claim, onClose }: Readonly<{ claim: ReimbursementRecord; onClose: () => void }>) => {
  const t = useText()
  const saved = useSaved()
  const kept = `reimbursement/${claim.id}/appeal`
  const command = useCommand({
    resource: 'reimbursements',
    verb: 'appeal',
    onSuccess: () => {
      forgetKept(kept)
      onClose()
      saved(t('reimbursement.appeal.sent'))
    },
  })
  const form = useCommandForm({
    schema,
    values: { grounds: '' },
    command,
    send: (body) => command.run({ record: claim, body }),
    mode: 'onSubmit',
  })
  useKeptForm(kept, form)
  return (
    <FormDialog
      {...form.sending}
      title={t('reimbursement.appeal.dialog')}
      submit={t('reimbursement.appeal.button')}
      close={t('reimbursement.appeal.keep')}
      missing={form.body ? undefined : t('reimbursement.appeal.missing')}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="grounds"
        rows={4}
        label={t('reimbursement.appeal.why')}
        help={t('reimbursement.appeal.help')}
        input={{ maxLength: MAX_GROUNDS }}
      />
    </FormDialog>
  )
}

/** What an appeal could still bring, and the way to it; later, what the host wrote. */
export const AppealCard = ({
  claim,
  items,
}: Readonly<{ claim: ReimbursementRecord; items: readonly ItemRow[] }>) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const mayAppeal = useCan('reimbursement.write')
  const { status, appealBy, grounds, currency } = claim
  if (grounds !== null)
    return (
      <Card title={t('reimbursement.appeal.yours')}>
        <div className={styles['part']}>
          <blockquote>{grounds}</blockquote>
          {status !== 'appealed' && <p className="small q">{t('reimbursement.appeal.done')}</p>}
        </div>
      </Card>
    )
  if (status !== 'decided' || appealBy === null || !mayAppeal) return null
  const stillOpen = items.flatMap(({ description, claimedMinor, decision }) => {
    const left = claimedMinor - (decision?.approvedMinor ?? 0)
    return left === 0
      ? []
      : [
          t('reimbursement.appeal.openItem', {
            amount: formatAmount(left, currency),
            item: description,
          }),
        ]
  })
  return (
    <Card title={t('reimbursement.appeal.title')}>
      <div className={`${styles['part']} ${styles['form']}`}>
        <p>{t('reimbursement.appeal.text')}</p>
        {stillOpen.length > 0 && (
          <p className="small q">{t('reimbursement.appeal.stillOpen', { list: stillOpen.join('; ') })}</p>
        )}
        <AddEvidence
          itemId={null}
          item={t('reimbursement.appeal.button')}
          kinds={['photo_before', 'video', 'other']}
        />
        <Button fullWidth onClick={() => setOpen(true)}>
          {t('reimbursement.appeal.button')}
        </Button>
      </div>
      {open && <AppealDialog claim={claim} onClose={() => setOpen(false)} />}
    </Card>
  )
}
