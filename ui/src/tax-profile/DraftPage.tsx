import './texts.ts'
import { Link } from 'react-router-dom'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { titleBox, type DraftBox, type DraftForm, type TaxPreview } from '@hearth/contracts/tax-profile'
import { Segments } from '../components/form/Segments.tsx'
import { formatDatesIn, formatDay, formatReaderInstant } from '../components/dates/localDate.ts'
import { formatCount } from '../components/display/formatCount.ts'
import { Icon } from '../components/display/icons.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Card } from '../components/layout/Card.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { useSearchChange } from '../navigation/useSearchChange.ts'
import styles from './TaxProfile.module.css'
import { useTaxLines, useTaxPreview, useThisYear } from './useTaxPreview.ts'

const showValue = ({ kind, value }: DraftBox) =>
  kind === 'count' ? formatCount(value) : formatAmount(value, 'USD')

type Chosen = Readonly<{ form: DraftForm['form']; box: string }>

const Lines = ({ year, form, box }: Chosen & { year: number }) => {
  const t = useText()
  const query = useTaxLines(year, form, box)
  return (
    <Card title={`${box}, ${titleBox(form, box)}`}>
      <Loaded bare query={query} failed={t('taxProfile.draft.linesFailed')}>
        {({ lines, totalMinor }) => (
          <div className={`${styles['scroll']} ${styles['entries']}`}>
            <table className={styles['lines']}>
              <thead>
                <tr>
                  <th>{t('taxProfile.draft.day')}</th>
                  <th>{t('taxProfile.draft.what')}</th>
                  <th>{t('taxProfile.draft.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {lines.map(({ id, day, bookingId, text, amountMinor }) => (
                  <tr key={id}>
                    <td className="num q">{formatDay(day)}</td>
                    <td>
                      {bookingId === null ? (
                        formatDatesIn(text)
                      ) : (
                        <Link className="link" to={to.booking(bookingId)}>
                          {formatDatesIn(text)}
                        </Link>
                      )}
                    </td>
                    <td className="num">{formatAmount(amountMinor, 'USD')}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <td colSpan={2}>{t('taxProfile.draft.count', { smart_count: lines.length })}</td>
                  <td className="num strong">{formatAmount(totalMinor, 'USD')}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const Form = ({
  draft: { form, boxes },
  chosen,
  onChoose,
}: {
  draft: DraftForm
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}) => {
  const t = useText()
  const months = boxes.filter(({ box }) => box.startsWith('5'))
  const adds =
    months.reduce((total, { value }) => total + value, 0) === boxes.find(({ box }) => box === '1a')?.value
  return (
    <Card title={form} note={t('taxProfile.draft.press')}>
      <ul className={styles['boxes']}>
        {boxes.map((box) => (
          <li key={box.box} data-month={box.box.startsWith('5') || undefined}>
            <button
              type="button"
              aria-pressed={chosen.form === form && chosen.box === box.box}
              onClick={() => onChoose({ form, box: box.box })}
            >
              <span className="small q">{box.box}</span>
              <span>{titleBox(form, box.box)}</span>
              <b className="num">{showValue(box)}</b>
            </button>
          </li>
        ))}
      </ul>
      {months.length > 0 && adds && (
        <p className={styles['check']}>
          <Icon name="check" size={16} /> {t('taxProfile.draft.adds')}
        </p>
      )}
    </Card>
  )
}

const Quarters = ({ dac7 }: Pick<TaxPreview, 'dac7'>) => {
  const t = useText()
  if (dac7.length === 0) return null
  return (
    <Card title={t('taxProfile.draft.dac7')}>
      <div className={`${styles['scroll']} ${styles['quarters']}`}>
        <table className={styles['lines']}>
          <thead>
            <tr>
              <th>{t('taxProfile.draft.quarter')}</th>
              <th>{t('taxProfile.draft.paid')}</th>
              <th>{t('taxProfile.draft.fees')}</th>
              <th>{t('taxProfile.draft.nights')}</th>
              <th>{t('taxProfile.draft.stays')}</th>
            </tr>
          </thead>
          <tbody>
            {dac7.map(({ currency, quarter, grossMinor, feesMinor, nights, stays }) => (
              <tr key={`${currency}${quarter}`}>
                <td className="num">
                  {quarter}, {currency}
                </td>
                <td className="num">{formatAmount(grossMinor, currency)}</td>
                <td className="num">{formatAmount(feesMinor, currency)}</td>
                <td className="num">{formatCount(nights)}</td>
                <td className="num">{formatCount(stays)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** `/tax-center/draft`: what the forms of a year would say, and the ledger entries behind each box. */
const DraftPage = () => {
  const t = useText()
  const [search, change] = useSearchChange()
  const now = useThisYear()
  const year = search.get('year') === String(now - 1) ? now - 1 : now
  const query = useTaxPreview(year)
  const chosen: Chosen = {
    form: (['1099-MISC', '1099-NEC'] as const).find((form) => form === search.get('form')) ?? '1099-K',
    box: search.get('box') ?? '1a',
  }
  const title = t('taxProfile.draft.title', { year })
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: t('taxProfile.title'), to: to.taxCenter() }, { label: title }]}
        actions={
          <Segments
            label={t('taxProfile.draft.year')}
            options={[now - 1, now].map((one) => ({ key: String(one), text: String(one) }))}
            chosen={String(year)}
            onChange={(one) => change({ year: one })}
          />
        }
      />
      <Loaded query={query} failed={t('taxProfile.draft.failed')} height={420}>
        {({ forms, dac7, asOf }) => (
          <>
            <p className={styles['note']}>{t('taxProfile.draft.note', { at: formatReaderInstant(asOf) })}</p>
            <div className={styles['draft']}>
              <div className={styles['column']}>
                {forms.map((draft) => (
                  <Form
                    key={draft.form}
                    draft={draft}
                    chosen={chosen}
                    onChoose={({ form, box }) => change({ form, box })}
                  />
                ))}
              </div>
              <div className={styles['column']}>
                <Lines year={year} {...chosen} />
                <Quarters dac7={dac7} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}
export default DraftPage
