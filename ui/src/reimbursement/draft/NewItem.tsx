import { Button } from '@mui/material'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { FocusFirst } from '../../components/form/FocusFirst.tsx'
import { forgetKept } from '../../components/form/useKeptForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useClaimedIncident } from '../incident/useClaimedIncident.ts'
import styles from './Draft.module.css'
import { MAX_DESCRIPTION, NO_ITEM } from './itemForm.ts'
import { ItemFields } from './ItemFields.tsx'
import { nameKept, useNewItem } from './useItemSaving.ts'

const CATEGORY_OF_KIND = {
  damage: 'furniture',
  extra_cleaning: 'cleaning',
  rule_violation_cost: 'other',
  expense: 'other',
} as const

/** What was reported, as long as an item's description can be. */
const summarise = (text: string) => text.replaceAll(/\s+/gu, ' ').slice(0, MAX_DESCRIPTION).trim()

type Props = Readonly<{
  claim: ReimbursementRecord
  onAdded: () => void
  onDiscard: (() => void) | undefined
}>

/** The form of an item that the claim does not have yet. */
export const NewItem = ({ claim, onAdded, onDiscard }: Props) => {
  const t = useText()
  const incident = useClaimedIncident(claim)
  const isFirst = claim.items?.length === 0
  const values = {
    ...NO_ITEM,
    category: CATEGORY_OF_KIND[claim.kind],
    description: isFirst ? summarise(incident?.description ?? '') : '',
  }
  const form = useNewItem(claim, values, onAdded)
  return (
    <Card title={t('reimbursement.draft.newItem')}>
      <FocusFirst>
        <CommandForm form={form} className={styles['form']}>
          <ItemFields form={form} claim={claim} itemId={null} />
          <ProblemText error={form.error} />
          <div className={styles['buttons']}>
            <Button type="submit" variant="contained" color="primary" loading={form.pending}>
              {t('reimbursement.draft.add')}
            </Button>
            {onDiscard && (
              <Button
                variant="text"
                onClick={() => {
                  form.reset()
                  forgetKept(nameKept(claim.id, null))
                  onDiscard()
                }}
              >
                {t('reimbursement.draft.discard')}
              </Button>
            )}
            <span className="small q">{t('reimbursement.draft.next')}</span>
          </div>
        </CommandForm>
      </FocusFirst>
    </Card>
  )
}
