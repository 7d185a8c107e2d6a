import { NOTICE_DAYS, zAgreementTerms, type AgreementTerms } from '@hearth/contracts/agreement'
import { formatBps } from '@hearth/contracts/kernel/money'
import { Button, OutlinedInput, Select } from '@mui/material'
import { useCan } from '../session/session.ts'
import { useText } from '../i18n/text.ts'
import { parseAmount, formatAmount, parseWhole } from '../components/form/amountInput.ts'
import { NumberInput } from '../components/form/NumberInput.tsx'
import { EditCard, type Reading } from '../components/form/EditCard.tsx'
import { Field } from '../components/form/Field.tsx'
import { moneyText } from '../components/display/Money.tsx'
import styles from './Agreement.module.css'
import type { Agreement } from './useAgreement.ts'

const numberNames = ['termMonths', 'noticeDays', 'ownerNightsPerYear'] as const
type NumberName = (typeof numberNames)[number]
/** The bounds of the command. */
const NUMBERS: Readonly<Record<NumberName, readonly [least: number, most: number]>> = {
  termMonths: [1, 60],
  noticeDays: [NOTICE_DAYS, 180],
  ownerNightsPerYear: [0, 365],
}
const AMOUNTS = ['expenseLimitMinor', 'emergencyLimitMinor'] as const
const CHOICES = { feeBase: ['host_subtotal', 'nights'], cleaningKeptBy: ['host', 'hearth'] } as const
const YES_OR_NO = ['autoRenew', 'insuranceRequired', 'exclusivity'] as const
const choiceNames = Object.keys(CHOICES) as (keyof typeof CHOICES)[]

/** The fields as typed. */
type Draft = Record<'fee' | 'reason' | NumberName | (typeof AMOUNTS)[number], string> &
  Pick<AgreementTerms, (typeof YES_OR_NO)[number] | keyof typeof CHOICES | 'peakDates'>

const MAX_REASON = 500
const draftOf = ({ terms }: Agreement): Draft => ({
  ...terms,
  reason: '',
  fee: String(terms.feeBps / 100),
  termMonths: String(terms.termMonths),
  noticeDays: String(terms.noticeDays),
  ownerNightsPerYear: String(terms.ownerNightsPerYear),
  expenseLimitMinor: formatAmount(terms.expenseLimitMinor, terms.currency),
  emergencyLimitMinor: formatAmount(terms.emergencyLimitMinor, terms.currency),
})

const feeOf = (text: string) =>
  /^\d{1,2}([.,]\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text.replace(',', '.')) * 100) : null
const numberOf = (draft: Pick<Draft, NumberName>, name: NumberName) =>
  parseWhole(draft[name], ...NUMBERS[name])

/** The typed terms, parsed by the command’s rules; undefined while a field is wrong. */
const termsOf = (
  { feeBase, cleaningKeptBy, autoRenew, insuranceRequired, exclusivity, peakDates, ...draft }: Draft,
  { currency }: AgreementTerms,
): AgreementTerms | undefined =>
  zAgreementTerms.safeParse({
    currency,
    feeBase,
    cleaningKeptBy,
    autoRenew,
    insuranceRequired,
    exclusivity,
    peakDates,
    feeBps: feeOf(draft.fee),
    ...Object.fromEntries(numberNames.map((name) => [name, numberOf(draft, name)])),
    ...Object.fromEntries(AMOUNTS.map((name) => [name, parseAmount(draft[name], currency)])),
  }).data

const read = (draft: Draft, { terms: present }: Agreement): Reading<Agreement> => {
  const terms = termsOf(draft, present)
  const reason = draft.reason.trim()
  return terms === undefined ||
    reason.length < 10 ||
    reason.length > MAX_REASON ||
    JSON.stringify(terms) === JSON.stringify(present)
    ? null
    : { body: { terms, reason }, patch: {} }
}

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
          {(['from', 'to'] as const).map((side) => (
            <OutlinedInput
              key={side}
              size="small"
              type="date"
              value={range[side]}
              inputProps={{ 'aria-label': t(`agreement.terms.${side}`, { number: index + 1 }) }}
              onChange={({ target }) => onChange(dates.with(index, { ...range, [side]: target.value }))}
            />
          ))}
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

/** The terms, for staff, who propose changes here; the host reads them as a text. */
export const TermsCard = ({ agreement }: { agreement: Agreement }) => {
  const t = useText()
  const may = useCan('agreement.countersign')
  if (!may || agreement.status !== 'active') return null
  const { currency } = agreement.terms
  const lines = ({ terms }: Agreement) => [
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
            value: terms.peakDates.map(({ from, to }) => `${from} – ${to}`).join(', '),
          },
        ]),
  ]
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
      draftOf={draftOf}
      read={read}
      form={(draft, set) => {
        const wrong = (value: number | null) => (value === null ? t('agreement.terms.badAmount') : undefined)
        const over =
          (parseAmount(draft.emergencyLimitMinor, currency) ?? 0) <
          (parseAmount(draft.expenseLimitMinor, currency) ?? 0)
        return (
          <>
            <NumberInput
              label={t('agreement.terms.fee')}
              unit="%"
              value={draft.fee}
              error={feeOf(draft.fee) === null ? t('agreement.terms.badFee') : undefined}
              onChange={(fee) => set({ fee })}
            />
            {choiceNames.map((name) => (
              <Field key={name} label={t(`agreement.terms.${name}`)}>
                {({ error: _error, ...field }) => (
                  <Select
                    native
                    size="small"
                    value={draft[name]}
                    onChange={({ target }) => set({ [name]: target.value } as Partial<Draft>)}
                    inputProps={field}
                  >
                    {CHOICES[name].map((choice) => (
                      <option key={choice} value={choice}>
                        {t(`agreement.terms.of.${choice}`)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            ))}
            {numberNames.map((name) => {
              const [least, most] = NUMBERS[name]
              return (
                <NumberInput
                  key={name}
                  label={t(`agreement.terms.${name}`)}
                  unit=""
                  value={draft[name]}
                  error={
                    numberOf(draft, name) === null ? t('agreement.terms.whole', { least, most }) : undefined
                  }
                  onChange={(text) => set({ [name]: text } as Partial<Draft>)}
                />
              )
            })}
            {AMOUNTS.map((name) => (
              <NumberInput
                key={name}
                label={t(`agreement.terms.${name}`)}
                unit={currency}
                value={draft[name]}
                error={
                  wrong(parseAmount(draft[name], currency)) ??
                  (name === 'emergencyLimitMinor' && over ? t('agreement.terms.underLimit') : undefined)
                }
                onChange={(text) => set({ [name]: text } as Partial<Draft>)}
              />
            ))}
            {YES_OR_NO.map((name) => (
              <label key={name} className={styles['check']}>
                <input
                  type="checkbox"
                  checked={draft[name]}
                  onChange={({ target }) => set({ [name]: target.checked } as Partial<Draft>)}
                />
                {t(`agreement.terms.${name}`)}
              </label>
            ))}
            <PeakDates dates={draft.peakDates} onChange={(peakDates) => set({ peakDates })} />
            <Field label={t('agreement.terms.reason')} help={t('agreement.sign.whyHelp')}>
              {({ error: _error, ...field }) => (
                <OutlinedInput
                  multiline
                  minRows={2}
                  value={draft.reason}
                  onChange={({ target }) => set({ reason: target.value })}
                  inputProps={{ ...field, maxLength: MAX_REASON }}
                />
              )}
            </Field>
          </>
        )
      }}
    />
  )
}
