import { useGetList } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import type { BankLineRow } from '@hearth/contracts/bank-line'
import { allows, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import '../../ledger/texts.ts'
import type { Tone } from '../../theme/tokens.ts'
import { formatDay, formatReaderInstant } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { BankLineActions, type ShownBankLine } from './BankLineActions.tsx'
import styles from './Report.module.css'

const POLL_MS = 10_000
const views = {
  open: { state: ['open', 'proposed'] },
  settled: { state: ['settled', 'withdrawn'] },
} as const
type ViewName = keyof typeof views
const names = Object.keys(views) as ViewName[]
const tones: Readonly<Record<BankLineRow['state'], Tone>> = {
  open: 'warn',
  proposed: 'warn',
  settled: 'ok',
  withdrawn: 'mute',
}

const useLines = (name: ViewName, perPage: number) =>
  useGetList<ShownBankLine>(
    'bank-lines',
    { pagination: { page: 1, perPage }, sort: { field: 'foundAt', order: 'DESC' }, filter: views[name] },
    { refetchInterval: POLL_MS },
  )

/** What was proposed or decided, by whom and why. */
const Decision = ({ row }: { row: ShownBankLine }) => {
  const t = useText()
  const me = useSession()?.user.id
  const describe = (id: string) =>
    t(id === me ? 'payout.staff.adjustments.you' : 'payout.staff.adjustments.colleague')
  return (
    <>
      {row.proposedBy !== null && row.proposedAt !== null && (
        <p className="small q">
          {row.payoutId === null ? (
            t('payout.staff.bankLines.toSetAside')
          ) : (
            <Link to={to.reports({ report: 'events', stream: `payout-${row.payoutId}` })}>
              {t('payout.staff.bankLines.toAttach')}
            </Link>
          )}
          : “{row.reason}”{' '}
          {t('payout.staff.adjustments.by', {
            who: describe(row.proposedBy),
            time: formatReaderInstant(row.proposedAt),
          })}
        </p>
      )}
      {row.rejectedReason !== null && (
        <p className="small q">
          {t('payout.staff.bankLines.rejectedBecause')}: “{row.rejectedReason}”
        </p>
      )}
    </>
  )
}

const BankLine = ({ row }: { row: ShownBankLine }) => {
  const t = useText()
  return (
    <li>
      <div className={styles['what']}>
        <p className="strong">
          {row.day === null ? t('payout.staff.bankLines.noDay') : formatDay(row.day)}
          {row.direction !== null && <>, {t(`payout.staff.bankLines.direction.${row.direction}`)}</>}
        </p>
        {row.text !== null && row.text !== '' && <p className="small q">“{row.text}”</p>}
        <p className="cap c num">
          {t('payout.staff.bankLines.from', { file: row.file, entry: row.entry, why: row.why })}
        </p>
        <Decision row={row} />
      </div>
      <div className={styles['amount']}>
        <b className="strong">
          {row.amountMinor === null || row.currency === null ? (
            row.amount || '–'
          ) : (
            <Money amountMinor={row.amountMinor} currency={row.currency} />
          )}
        </b>
        <StatusChip tone={tones[row.state]} plain={row.state === 'settled' || row.state === 'withdrawn'}>
          {t(`payout.staff.bankLines.state.${row.state}`)}
        </StatusChip>
      </div>
      <div className={styles['acts']}>
        <BankLineActions row={row} />
      </div>
    </li>
  )
}

const Lines = () => {
  const t = useText()
  const [search] = useSearchParams()
  const name = search.get('show') === 'settled' ? 'settled' : 'open'
  const counts = { open: useLines('open', 1).total, settled: useLines('settled', 1).total }
  const query = useLines(name, 50)
  return (
    <>
      <SavedViews
        label={t('payout.staff.bankLines.views')}
        views={names.map((each) => ({
          key: each,
          label: t(`payout.staff.bankLines.view.${each}`),
          to: to.reports({ report: 'bankLines', show: each }),
          current: each === name,
          count: counts[each],
        }))}
      />
      <Card title={t('payout.staff.bankLines.title')}>
        <Loaded bare query={query} failed={t('payout.staff.bankLines.failed')}>
          {(rows) =>
            rows.length === 0 ? (
              <p className={styles['empty']}>{t('payout.staff.bankLines.none')}</p>
            ) : (
              <ul className={styles['rows']} aria-label={t('payout.staff.bankLines.title')}>
                {rows.map((row) => (
                  <BankLine key={row.id} row={row} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

/** Lines of banks that were not recognized: two people match them to payouts, or set them aside. */
export const BankLinesReport = () => {
  const t = useText()
  return allows(useSession(), 'bank-line.read') ? (
    <Lines />
  ) : (
    <p className={`small q ${styles['hint']}`}>{t('payout.staff.bankLines.onlyFinance')}</p>
  )
}
