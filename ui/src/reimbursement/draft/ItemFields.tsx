import type { Currency } from '@hearth/contracts/kernel/money'
import { ITEM_CATEGORIES, mostFor, type ItemFormula } from '@hearth/contracts/reimbursement'
import { DateField } from '../../components/form/fields/DateField.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { describeFormula } from '../parts/describeFormula.ts'
import { Formula } from '../../components/display/Formula.tsx'
import styles from './Draft.module.css'
import { isThing, MAX_DESCRIPTION, previewFormula, toBody, type ItemForm } from './itemForm.ts'
import { LostBookings } from './LostBookings.tsx'

type Props = Readonly<{ form: ItemForm; claim: ReimbursementRecord; itemId: string | null }>

const listCategories = (lasts: Readonly<Record<string, number>>, isExpense: boolean, t: Text) =>
  ITEM_CATEGORIES.filter((value) => !isExpense || value !== 'lost_income').map((value) => {
    const category = t(`reimbursement.category.${value}`)
    const months = lasts[value]
    return {
      value,
      label: months === undefined ? category : t('reimbursement.categoryLasts', { category, months }),
    }
  })

/** What the item would bring as it is typed. */
const Preview = ({ form, claim, itemId }: Props) => {
  const t = useText()
  const { body } = form
  if (body === undefined || body.category === 'lost_income') return null
  const formula: ItemFormula | undefined = previewFormula(body, itemId, claim)
  if (formula === undefined) return null
  const { claimedMinor } = toBody(body, claim.cleaningMinor ?? 0)
  const parts = describeFormula(
    formula,
    {
      amountMinor: mostFor({ claimedMinor }, formula),
      label: t('reimbursement.item.most'),
      currency: claim.currency,
    },
    t,
  )
  return (
    <div aria-live="polite">
      <Formula framed parts={parts} />
    </div>
  )
}

/** What the item costs, called `label`. */
const CostField = ({
  form,
  label,
  currency,
}: Readonly<{ form: ItemForm; label: string; currency: Currency }>) => {
  const t = useText()
  return (
    <MoneyField
      control={form.control}
      name="costMinor"
      label={label}
      wrong={t('reimbursement.draft.badCost')}
      currency={currency}
    />
  )
}

/** What a thing cost, when it was bought, and what a repair would cost. */
const ThingFields = ({ form, currency }: Readonly<{ form: ItemForm; currency: Currency }>) => {
  const t = useText()
  return (
    <div className={styles['three']}>
      <CostField form={form} label={t('reimbursement.draft.cost')} currency={currency} />
      <DateField
        control={form.control}
        name="purchasedOn"
        optional
        label={t('reimbursement.draft.bought')}
        help={t('reimbursement.draft.boughtHelp')}
        wrong={t('reimbursement.draft.badBought')}
      />
      <MoneyField
        control={form.control}
        name="repairQuoteMinor"
        optional
        label={t('reimbursement.draft.repair')}
        note={t('reimbursement.draft.optional')}
        wrong={t('reimbursement.draft.badCost')}
        currency={currency}
      />
    </div>
  )
}

/** The fields of an item, by what it is, and what it would bring. */
export const ItemFields = ({ form, claim, itemId }: Props) => {
  const t = useText()
  const { category } = form.values
  const { currency, kind, terms } = claim
  const isLost = category === 'lost_income'
  return (
    <>
      <div className={styles['two']}>
        <TextField
          control={form.control}
          name="description"
          label={t('reimbursement.draft.what')}
          help={t('reimbursement.draft.whatHelp')}
          wrong={t('reimbursement.draft.badWhat')}
          input={{ maxLength: MAX_DESCRIPTION }}
        />
        <SelectField
          control={form.control}
          name="category"
          label={t('reimbursement.draft.category')}
          options={listCategories(terms.usefulLifeMonths, kind === 'expense', t)}
          rechecks={['costMinor', 'claimedMinor']}
        />
      </div>
      {isThing(category) && <ThingFields form={form} currency={currency} />}
      {isLost && <LostBookings form={form} claim={claim} />}
      <div className={styles['three']}>
        {category === 'cleaning' && (
          <CostField form={form} label={t('reimbursement.draft.costCleaning')} currency={currency} />
        )}
        <MoneyField
          control={form.control}
          name="claimedMinor"
          optional
          label={t(isLost ? 'reimbursement.draft.claimLost' : 'reimbursement.draft.claim')}
          {...(!isLost && {
            note: t('reimbursement.draft.optional'),
            help: t('reimbursement.draft.claimAll'),
          })}
          wrong={t('reimbursement.draft.badCost')}
          currency={currency}
        />
      </div>
      <Preview form={form} claim={claim} itemId={itemId} />
    </>
  )
}
