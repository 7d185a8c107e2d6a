import { useEffect, useEffectEvent } from 'react'
import { IconButton } from '@mui/material'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { listMissingEvidence } from '@hearth/contracts/reimbursement'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Draft.module.css'
import { ItemEvidence } from './ItemEvidence.tsx'
import { ItemFields } from './ItemFields.tsx'
import { useItemSaving, type SaveState } from './useItemSaving.ts'

type Item = NonNullable<ReimbursementRecord['items']>[number]
type Props = Readonly<{
  claim: ReimbursementRecord
  item: Item
  number: number
  open: boolean
  onToggle: () => void
  onState: (itemId: string, state: SaveState) => void
}>

/** The element of an item, to which the list of what is missing leads. */
export const idOfItem = (itemId: string) => `item-${itemId}`

const Title = ({ claim, item, number, open, onToggle }: Omit<Props, 'onState'>) => {
  const t = useText()
  const missing = listMissingEvidence(claim.kind, [item], claim.evidence ?? []).length
  return (
    <span className={styles['summary']}>
      {!open && (
        <>
          <span className="num q small">
            {t('reimbursement.item.claimed', { amount: formatAmount(item.claimedMinor, claim.currency) })}
          </span>
          <StatusChip tone={missing === 0 ? 'ok' : 'warn'}>
            {missing === 0
              ? t('reimbursement.draft.ready')
              : t('reimbursement.draft.missing', { smart_count: missing })}
          </StatusChip>
        </>
      )}
      {open && (
        <ConfirmedCommand
          quiet
          destructive
          resource="reimbursements"
          verb="remove-item"
          id={claim.id}
          body={{ itemId: item.itemId }}
          label={t('reimbursement.draft.remove')}
          title={t('reimbursement.draft.removeTitle')}
          text={t('reimbursement.draft.removeText')}
          keep={t('reimbursement.draft.keep')}
          saved={t('reimbursement.draft.removed')}
        />
      )}
      <IconButton
        aria-expanded={open}
        aria-label={t(open ? 'reimbursement.draft.close' : 'reimbursement.draft.open', { number })}
        onClick={onToggle}
      >
        <Icon name={open ? 'up' : 'down'} />
      </IconButton>
    </span>
  )
}

/** One item of a draft: closed it says what it is and what it lacks; open it can be changed. */
export const ItemCard = (props: Props) => {
  const { claim, item, number, open, onState } = props
  const t = useText()
  const { form, state } = useItemSaving(claim, item)
  const report = useEffectEvent(() => onState(item.itemId, state))
  useEffect(() => report(), [state])
  const { description } = form.values
  return (
    <div id={idOfItem(item.itemId)} className={styles['anchor']}>
      <Card
        title={
          description === ''
            ? t('reimbursement.draft.itemTitle', { number })
            : t('reimbursement.draft.itemNamed', { number, name: description })
        }
        action={<Title {...props} />}
      >
        {open && (
          <CommandForm form={form} className={styles['form']}>
            <ItemFields form={form} claim={claim} itemId={item.itemId} />
            <ProblemText error={form.error} />
            {form.dirty && !form.body && <p className="small q">{t('reimbursement.draft.incomplete')}</p>}
          </CommandForm>
        )}
        {open && <ItemEvidence claim={claim} item={item} />}
      </Card>
    </div>
  )
}
