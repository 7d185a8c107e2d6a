import { agreement as domain, NOTICE_DAYS, type AgreementTerms } from '@hearth/contracts/agreement'
import { formatBps, type Currency } from '@hearth/contracts/kernel/money'
import { Button } from '@mui/material'
import type { z } from 'zod'
import { useCan } from '../session/session.ts'
import { useText } from '../i18n/text.ts'
import { DateRangeInput } from '../components/date-fields/DateRangeInput.tsx'
import { formatRange } from '../components/dates/localDate.ts'
import { EditCard } from '../components/form/EditCard.tsx'
import type { FieldsForm } from '../components/form/useCommandForm.ts'
import { CheckboxField } from '../components/form/fields/CheckboxField.tsx'
import { MoneyField, NumberField } from '../components/form/fields/NumberField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { moneyText } from '../components/display/Money.tsx'
import styles from './Agreement.module.css'
import type { Agreement } from './useAgreement.ts'

/** The bounds of each number in the schema. */
const NUMBERS = {
  termMonths: [1, 60],
  noticeDays: [NOTICE_DAYS, 180],
  ownerNightsPerYear: [0, 365],
} as const
const numberNames = ['termMonths', 'noticeDays', 'ownerNightsPerYear'] as const
const AMOUNTS = ['expenseLimitMinor', 'emergencyLimitMinor'] as const
const CHOICES = { feeBase: ['host_subtotal', 'nights'], cleaningKeptBy: ['host', 'hearth'] } as const
const choiceNames = ['feeBase', 'cleaningKeptBy'] as const
const YES_OR_NO = ['autoRenew', 'insuranceRequired', 'exclusivity'] as const
const MAX_REASON = 500
const zProposal = domain.commands.ProposeAmendment.schema

/** Dates on which the owner takes no stays, each a range. */
const PeakDates = ({
  dates,
  onChange,
}: {
  dates: AgreementTerms['peakDates']
  onChange: (dates: AgreementTerms['peakDates']) => void
}) => {
  const t = useText()
  return (
    <fieldset className={styles['peaks']}>
      <legend>{t('agreement.terms.peakDates')}</legend>
      {dates.map((range, index) => (
        <div key={index} className={styles['actions']}>
          <DateRangeInput
            kind="nights"
            labels={{
              start: t('agreement.terms.from', { number: index + 1 }),
              end: t('agreement.terms.to', { number: index + 1 }),
            }}
            pair={{ start: range.from, end: range.to }}
            onChange={({ start, end }) => onChange(dates.with(index, { from: start, to: end }))}
          />
          <Button variant="text" onClick={() => onChange(dates.toSpliced(index, 1))}>
            {t('agreement.terms.remove')}
          </Button>
        </div>
      ))}
      {dates.length < 12 && (
        <Button size="small" onClick={() => onChange([...dates, { from: '', to: '' }])}>
          {t('agreement.terms.add')}
        </Button>
      )}
    </fieldset>
  )
}

/** The terms as the lines of the card. */
const useLines = (currency: Currency) => {
  const t = useText()
  return ({ terms }: Agreement) => [
    {
      label: t('agreement.terms.fee'),
      value: `${formatBps(terms.feeBps)} ${t(`agreement.terms.of.${terms.feeBase}`)}`,
    },
    { label: t('agreement.terms.cleaningKeptBy'), value: t(`agreement.terms.of.${terms.cleaningKeptBy}`) },
    ...numberNames.map((name) => ({ label: t(`agreement.terms.${name}`), value: String(terms[name]) })),
    ...AMOUNTS.map((name) => ({
      label: t(`agreement.terms.${name}`),
      value: moneyText(terms[name], currency),
    })),
    ...YES_OR_NO.map((name) => ({
      label: t(`agreement.terms.${name}`),
      value: t(terms[name] ? 'agreement.terms.yes' : 'agreement.terms.no'),
    })),
    ...(terms.peakDates.length === 0
      ? []
      : [
          {
            label: t('agreement.terms.peakDates'),
            value: terms.peakDates.map(({ from, to }) => formatRange(from, to)).join(', '),
          },
        ]),
  ]
}

type TermsForm = FieldsForm<z.input<typeof zProposal>, z.output<typeof zProposal>>

const AmountFields = ({
  form: {
    control,
    values: { terms },
  },
  currency,
}: {
  form: TermsForm
  currency: Currency
}) => {
  const t = useText()
  return (
    <>
      {AMOUNTS.map((name) => (
        <MoneyField
          key={name}
          control={control}
          name={`terms.${name}`}
          label={t(`agreement.terms.${name}`)}
          currency={currency}
          wrong={t(
            name === 'emergencyLimitMinor' && terms.emergencyLimitMinor < terms.expenseLimitMinor
              ? 'agreement.terms.underLimit'
              : 'agreement.terms.badAmount',
          )}
          rechecks={['terms.emergencyLimitMinor']}
        />
      ))}
    </>
  )
}

const ChoiceFields = ({ form: { control } }: { form: TermsForm }) => {
  const t = useText()
  return (
    <>
      {choiceNames.map((name) => (
        <SelectField
          key={name}
          control={control}
          name={`terms.${name}`}
          size="small"
          label={t(`agreement.terms.${name}`)}
          options={CHOICES[name].map((value) => ({ value, label: t(`agreement.terms.of.${value}`) }))}
        />
      ))}
    </>
  )
}

const TermsFields = ({ form, currency }: { form: TermsForm; currency: Currency }) => {
  const t = useText()
  const {
    control,
    values: { terms },
    set,
  } = form
  return (
    <>
      <NumberField
        control={control}
        name="terms.feeBps"
        label={t('agreement.terms.fee')}
        unit="%"
        decimals={2}
        wrong={t('agreement.terms.badFee')}
      />
      <ChoiceFields form={form} />
      {numberNames.map((name) => {
        const [min, max] = NUMBERS[name]
        return (
          <NumberField
            key={name}
            control={control}
            name={`terms.${name}`}
            label={t(`agreement.terms.${name}`)}
            unit=""
            wrong={t('agreement.terms.whole', { least: min, most: max })}
          />
        )
      })}
      <AmountFields form={form} currency={currency} />
      {YES_OR_NO.map((name) => (
        <CheckboxField
          key={name}
          control={control}
          name={`terms.${name}`}
          label={t(`agreement.terms.${name}`)}
        />
      ))}
      <PeakDates dates={terms.peakDates} onChange={(peakDates) => set({ terms: { ...terms, peakDates } })} />
      <TextField
        control={control}
        name="reason"
        rows={2}
        label={t('agreement.terms.reason')}
        help={t('agreement.sign.whyHelp')}
        wrong={t('agreement.sign.whyHelp')}
        input={{ maxLength: MAX_REASON }}
      />
    </>
  )
}

/** The terms, for staff, who propose changes here; the host reads them as a text. */
export const TermsCard = ({ agreement }: { agreement: Agreement }) => {
  const t = useText()
  const mayPropose = useCan('agreement.countersign')
  const lines = useLines(agreement.terms.currency)
  if (!mayPropose || agreement.status !== 'active') return null
  const { currency } = agreement.terms
  const zChangedTerms = zProposal.refine(
    ({ terms }) => JSON.stringify(terms) !== JSON.stringify(agreement.terms),
    'must change the terms',
  )
  return (
    <EditCard
      title={t('agreement.terms.title')}
      record={agreement}
      resource="agreements"
      verb="propose-amendment"
      capability="agreement.countersign"
      saved={t('agreement.terms.proposed')}
      submit={t('agreement.terms.propose')}
      note={t('agreement.terms.note')}
      lines={lines}
      schema={zChangedTerms}
      values={({ terms }) => ({ terms, reason: '' })}
      change={(amendment) => ({ body: amendment, patch: {} })}
      form={(form) => <TermsFields form={form} currency={currency} />}
    />
  )
}
