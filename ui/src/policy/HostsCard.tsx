import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { PolicyReplay } from '@hearth/contracts/policy'
import { AddsUp } from '../components/display/AddsUp.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { Card } from '../components/layout/Card.tsx'
import { LogRow } from '../components/list/LogRow.tsx'
import table from '../components/list/LogTable.module.css'
import { useText } from '../i18n/text.ts'
import styles from './Replay.module.css'
import { ReplayedStays } from './ReplayedStays.tsx'
import type { ReplayProps, Side } from './useReplay.ts'

type Counted = PolicyReplay['total']
const WIDE = `${table['amount']} ${table['wide']}`

/** The difference of one side, signed: `+4,120.00`. */
const formatChange = ({ was, would }: Pick<Counted, 'was' | 'would'>, side: Side, currency: Currency) => {
  const change = would[side] - was[side]
  return `${change > 0 ? '+' : ''}${formatAmount(change, currency)}`
}

const Numbers = ({ counted, currency }: { counted: Counted; currency: Currency }) => (
  <>
    <td className={WIDE}>{formatCount(counted.cancellations)}</td>
    <td className={WIDE}>{formatCount(counted.differing)}</td>
    <td className={WIDE}>{formatChange(counted, 'guestMinor', currency)}</td>
    <td className={WIDE}>{formatChange(counted, 'hearthMinor', currency)}</td>
    <td className={`strong ${table['amount']}`}>{formatChange(counted, 'hostMinor', currency)}</td>
  </>
)

const hostChange = ({ was, would }: Pick<Counted, 'was' | 'would'>) => would.hostMinor - was.hostMinor
const COLUMNS = ['cancellations', 'differing', 'guests', 'fees'] as const

const HostRow = ({
  host,
  most,
  replay,
  currency,
  view,
}: ReplayProps & { host: PolicyReplay['hosts'][number]; most: number }) => {
  const t = useText()
  const isOpen = view.open === host.hostAccountId
  return (
    <LogRow
      named
      open={isOpen}
      onToggle={() => view.change({ open: isOpen ? undefined : host.hostAccountId })}
      time={
        <>
          {host.name}
          <small className={`q num ${table['narrow']}`}>
            {t('policy.hosts.line', {
              differing: formatCount(host.differing),
              cancellations: formatCount(host.cancellations),
              guests: formatChange(host, 'guestMinor', currency),
            })}
          </small>
        </>
      }
      action={t(isOpen ? 'policy.hosts.close' : 'policy.hosts.open')}
      columns={COLUMNS.length + 3}
      details={() => <ReplayedStays host={host} replay={replay} currency={currency} />}
    >
      <Numbers counted={host} currency={currency} />
      <td className={table['wide']} aria-hidden>
        <span
          className={styles['bar']}
          data-gains={hostChange(host) > 0 || undefined}
          style={{ width: `${most === 0 ? 0 : (Math.abs(hostChange(host)) / most) * 64}px` }}
        />
      </td>
    </LogRow>
  )
}

const HostsTable = (props: ReplayProps) => {
  const t = useText()
  const { replay, currency } = props
  const most = Math.max(0, ...replay.hosts.map((host) => Math.abs(hostChange(host))))
  return (
    <div className={table['scroll']}>
      <table className={table['table']} aria-label={t('policy.hosts.title')}>
        <thead>
          <tr>
            <th scope="col">{t('policy.hosts.host')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={WIDE}>
                {t(`policy.hosts.${column}`)}
              </th>
            ))}
            <th scope="col" className={table['amount']}>
              {t('policy.hosts.paid')}
            </th>
            <td className={table['wide']} aria-hidden />
          </tr>
        </thead>
        <tbody>
          {replay.hosts.map((host) => (
            <HostRow key={host.hostAccountId} {...props} host={host} most={most} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('policy.hosts.total', { smart_count: replay.hosts.length })}</th>
            <Numbers counted={replay.total} currency={currency} />
            <td className={table['wide']} aria-hidden />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** What each host would have more or less; a host opens to the stays that would end differently. */
export const HostsCard = (props: ReplayProps) => {
  const t = useText()
  const { replay, currency } = props
  return (
    <Card title={t('policy.hosts.title')} note={t('policy.hosts.note', { currency })}>
      <HostsTable {...props} />
      <AddsUp check={replay.check} adds={t('policy.hosts.adds')} differs={t('policy.hosts.differs')} />
    </Card>
  )
}
