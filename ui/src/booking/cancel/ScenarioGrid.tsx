import type { ReactNode } from 'react'
import type { CancellationQuote } from '@hearth/contracts/booking'
import type { OpenBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Money } from '../../components/display/Money.tsx'
import styles from './CancelPage.module.css'
import { readFirstName } from './firstName.ts'
import type { Choice } from './useCancelForm.ts'
import { useScenarioTexts } from './useScenarioTexts.ts'

type Props = {
  booking: OpenBooking
  quote: CancellationQuote
  choice: Choice
  onChoose: (choice: Choice) => void
}

type Column = Readonly<{ key: Choice }> & ReturnType<ReturnType<typeof useScenarioTexts>>

const Line = ({
  label,
  columns,
  cell,
  className,
}: {
  label: string
  columns: readonly Column[]
  cell: (column: Column) => ReactNode
  className?: string | undefined
}) => (
  <tr className={className}>
    <th scope="row">{label}</th>
    {columns.map((column) => (
      <td key={column.key}>{cell(column)}</td>
    ))}
  </tr>
)

const Head = ({
  columns,
  choice,
  onChoose,
}: Pick<Props, 'choice' | 'onChoose'> & { columns: readonly Column[] }) => {
  const t = useText()
  return (
    <thead>
      <tr>
        <td>
          <span className="sr">{t('cancel.who')}</span>
        </td>
        {columns.map(({ key, title, sub }) => (
          <th key={key} scope="col">
            <label>
              <input type="radio" name="scenario" checked={key === choice} onChange={() => onChoose(key)} />
              {title}
            </label>
            <small className="num">{sub}</small>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** What each choice means for the guest, the host and the nights, line by line. */
const Lines = ({
  columns,
  guest,
  currency,
}: {
  columns: readonly Column[]
  guest: string
  currency: OpenBooking['currency']
}) => {
  const t = useText()
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />
  return (
    <tbody>
      <Line
        columns={columns}
        label={t('cancel.gets', { guest })}
        cell={({ refundMinor, refundSub }) => (
          <>
            <b>{money(refundMinor)}</b>
            {refundSub !== '' && <small>{refundSub}</small>}
          </>
        )}
      />
      <Line
        columns={columns}
        label={t('cancel.yourFee')}
        cell={({ feeMinor }) =>
          feeMinor > 0 ? (
            <b className="bad-ink">{money(-feeMinor)}</b>
          ) : (
            <b className="ok-ink">{t('cancel.none')}</b>
          )
        }
      />
      <Line columns={columns} label={t('cancel.lost')} cell={({ lostMinor }) => <b>{money(lostMinor)}</b>} />
      <Line
        columns={columns}
        label={columns[0]?.nightsLabel ?? ''}
        cell={({ nights, nightsStayBlocked }) => (
          <span className={nightsStayBlocked ? undefined : 'ok-ink'}>{nights}</span>
        )}
      />
      <Line
        columns={columns}
        label={t('cancel.inTotal')}
        className={styles['total']}
        cell={({ differenceMinor }) => <b>{money(differenceMinor)}</b>}
      />
    </tbody>
  )
}

/** The three choices in one grid, to be compared line by line; the chosen column has a border. */
export const ScenarioGrid = ({ booking, quote: { scenarios, currency }, choice, onChoose }: Props) => {
  const t = useText()
  const describe = useScenarioTexts(booking)
  const columns = scenarios.map((scenario) => ({ key: scenario.key, ...describe(scenario) }))
  const selected = columns.findIndex(({ key }) => key === choice)
  return (
    <div className={styles['grid']}>
      <table>
        <caption className="sr">{t('cancel.who')}</caption>
        <colgroup>
          <col style={{ width: 136 }} />
          {columns.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <Head columns={columns} choice={choice} onChoose={onChoose} />
        <Lines columns={columns} guest={readFirstName(booking.guestName)} currency={currency} />
      </table>
      {selected >= 0 && (
        <span
          aria-hidden
          className={styles['selected']}
          style={{
            left: `calc(136px + (100% - 136px) / ${columns.length} * ${selected} - 1px)`,
            width: `calc((100% - 136px) / ${columns.length} + 1px)`,
          }}
        />
      )}
    </div>
  )
}
