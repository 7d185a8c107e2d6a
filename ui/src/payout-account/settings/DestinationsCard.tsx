import { useState } from 'react'
import { Button } from '@mui/material'
import { methodFor, type PayoutAccount } from '@hearth/contracts/payout-account'
import type { Currency } from '@hearth/contracts/kernel/money'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useMethodName } from '../methodTexts.ts'
import styles from '../PayoutSettings.module.css'
import { RoutingDialog } from './RoutingDialog.tsx'
import { useZone } from '../usePayoutAccount.ts'

type PlaceProps = { account: PayoutAccount; currency: Currency; listingId: string | null; now: string }

/** Which bank account is paid now, or why none is, and what changes automatically. */
const DestinationRow = ({ account, currency, listingId, now }: PlaceProps) => {
  const t = useText()
  const zone = useZone()
  const format = useFormatDeadline()
  const nameOf = useMethodName()
  const choice = methodFor(account, currency, listingId, now)
  const newest =
    account.methods[
      (listingId === null ? account.defaults[currency]?.at(-1) : account.routing[listingId]?.at(-1)) ?? ''
    ]
  if (choice.kind === 'hold') {
    return (
      <>
        <p>
          <StatusChip tone={choice.reason === 'cooling_period' ? 'info' : 'warn'}>
            {t(`payoutAccount.obstacle.${choice.reason}`)}
          </StatusChip>
        </p>
        <p className="small q">{choice.whatToDo}</p>
        {choice.until !== null && (
          <p className="cap c num">
            {t('payoutAccount.goesFrom', {
              instant: format(choice.until, zone),
              name: newest === undefined ? '' : nameOf(newest),
            })}
          </p>
        )}
      </>
    )
  }
  const later =
    newest !== undefined && newest.methodId !== choice.method.methodId && now < newest.usableFrom
      ? newest
      : undefined
  return (
    <>
      <p className="num">{nameOf(choice.method)}</p>
      {later && (
        <p className="cap c num">
          {t('payoutAccount.goesFrom', {
            instant: format(later.usableFrom, zone),
            name: nameOf(later),
          })}
        </p>
      )}
    </>
  )
}

const listCurrencies = ({ methods, defaults }: PayoutAccount, listings: readonly Listing[]) =>
  [
    ...new Set([
      ...Object.values(methods).map(({ currency }) => currency),
      ...Object.keys(defaults),
      ...listings.map(({ currency }) => currency),
    ]),
  ].toSorted() as Currency[]

/** A listing whose money goes to a bank account of its own. */
const RoutedListing = ({
  account,
  listing,
  now,
  onChange,
}: {
  account: PayoutAccount
  listing: Listing
  now: string
  onChange: () => void
}) => {
  const t = useText()
  return (
    <li>
      <div className={styles['what']}>
        <p className="strong">{listing.title}</p>
        <DestinationRow account={account} currency={listing.currency} listingId={listing.id} now={now} />
      </div>
      <Button
        variant="text"
        size="small"
        aria-label={t('payoutAccount.where.changeOf', { title: listing.title })}
        onClick={onChange}
      >
        {t('edit.change')}
      </Button>
    </li>
  )
}

/** The bank account of each currency, and the listings whose money goes to another one. */
export const DestinationsCard = ({ account, now }: { account: PayoutAccount; now: string }) => {
  const t = useText()
  const { data: listings = [] } = useAllListings()
  const [routing, setRouting] = useState<string | null>()
  const routed = Object.entries(account.routing).flatMap(([listingId, choices]) =>
    choices.at(-1) == null ? [] : [listings.find(({ id }) => id === listingId) ?? []].flat(),
  )
  return (
    <Card title={t('payoutAccount.where.title')}>
      <dl className={styles['places']}>
        {listCurrencies(account, listings).map((currency) => (
          <div key={currency}>
            <dt>{t('payoutAccount.where.currency', { currency })}</dt>
            <dd>
              <DestinationRow account={account} currency={currency} listingId={null} now={now} />
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={styles['heading']}>{t('payoutAccount.where.listings')}</h3>
      {routed.length === 0 ? (
        <p className={styles['line']}>{t('payoutAccount.where.noListing')}</p>
      ) : (
        <ul className={styles['rows']} aria-label={t('payoutAccount.where.listings')}>
          {routed.map((listing) => (
            <RoutedListing
              key={listing.id}
              account={account}
              listing={listing}
              now={now}
              onChange={() => setRouting(listing.id)}
            />
          ))}
        </ul>
      )}
      {listings.length > 0 && (
        <p className={styles['line']}>
          <Button size="small" onClick={() => setRouting(null)}>
            {t('payoutAccount.where.add')}
          </Button>
        </p>
      )}
      {routing !== undefined && (
        <RoutingDialog
          account={account}
          listings={listings}
          first={routing}
          onClose={() => setRouting(undefined)}
        />
      )}
    </Card>
  )
}
