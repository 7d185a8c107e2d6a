import { Link } from 'react-router-dom'
import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { RevenueBridge } from '@hearth/contracts/performance'
import { formatRange } from '../../components/dates/localDate.ts'
import { AddsUp } from '../../components/display/AddsUp.tsx'
import { Money } from '../../components/display/Money.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useBridge, type PerformanceView } from '../usePerformance.ts'
import styles from './BridgeCard.module.css'

type Line = RevenueBridge['lines'][number]

/** The largest stays behind a line. */
const Stays = ({ line, currency }: { line: Line; currency: Currency }) => {
  const t = useText()
  return (
    <ul className={styles['stays']}>
      {line.opened.map((stay) => (
        <li key={stay.bookingId}>
          <Link to={to.booking(stay.bookingId)}>
            {stay.guestName ?? t('performance.opened.private')}
            <span className="q">, {formatRange(stay.checkIn, stay.checkOut)}</span>
          </Link>
          <span>{formatAmount(stay.amountMinor, currency)}</span>
        </li>
      ))}
      {line.restMinor !== 0 && (
        <li>
          <span className="q">{t('performance.bridge.rest')}</span>
          <span>{formatAmount(line.restMinor, currency)}</span>
        </li>
      )}
    </ul>
  )
}

const Lines = ({ bridge, currency }: { bridge: RevenueBridge; currency: Currency }) => {
  const t = useText()
  return (
    <div className={`num ${styles['bridge']}`}>
      <p>
        <span>{t('performance.bridge.start')}</span>
        <span>{formatAmount(bridge.startMinor, currency)}</span>
      </p>
      {bridge.lines.map((line) => (
        <details key={line.code}>
          <summary>
            <span>
              {t(`performance.bridge.code.${line.code}`)}
              <small> {t('performance.bridge.stays', { smart_count: line.stays })}</small>
            </span>
            <span>
              {line.amountMinor > 0 && '+'}
              {formatAmount(line.amountMinor, currency)}
            </span>
          </summary>
          <Stays line={line} currency={currency} />
        </details>
      ))}
      <p className={styles['end']}>
        <b>{t(`performance.bridge.end.${bridge.lead}`)}</b>
        <b>
          <Money amountMinor={bridge.endMinor} currency={currency} />
        </b>
      </p>
    </div>
  )
}

/** Why revenue by night and by another date differ, line by line. */
export const BridgeCard = ({ view, lead }: { view: PerformanceView; lead: RevenueBridge['lead'] }) => {
  const t = useText()
  const query = useBridge(view, lead)
  return (
    <Card
      title={t('performance.bridge.title', { lead: t(`performance.bridge.${lead}`) })}
      note={t('performance.bridge.note')}
    >
      <Loaded query={query} failed={t('performance.bridge.failed')} bare>
        {(bridge) =>
          bridge.currency !== null && (
            <>
              <Lines bridge={bridge} currency={bridge.currency} />
              <AddsUp
                check={bridge.check}
                adds={t('performance.opened.adds')}
                differs={t('performance.opened.differs')}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
