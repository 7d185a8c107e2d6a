import type { Shown } from '@hearth/contracts/kernel/resource'
import type { onboardingCases } from '@hearth/contracts/onboarding'
import { useGetManyAggregate } from 'react-admin'
import { Link } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

/** Whether something of a listing can wait; a list of others has no column for it. */
export const mayWait = ({ drafted, status, openEdits, registration }: Listing): boolean =>
  (drafted && status !== 'delisted') || openEdits > 0 || registration?.status === 'rejected'

/**
 * Who must act next, and what is wrong; empty where nothing is. The cases of a page's listings are loaded in
 * one request.
 */
export const WaitingFor = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const { data } = useGetManyAggregate<Shown<typeof onboardingCases>>(
    'onboarding',
    { ids: [listing.id] },
    { enabled: listing.drafted && listing.status !== 'delisted' },
  )
  const found = data?.[0]
  const waiting =
    found?.waitingFor === 'nobody' || found === undefined || listing.status === 'live'
      ? undefined
      : found.waitingFor
  const issues = [
    ...(listing.openEdits > 0
      ? [
          {
            text: t('listings.issue.edits', { smart_count: listing.openEdits }),
            path: to.listingDetails('details', listing.id),
          },
        ]
      : []),
    ...(listing.registration?.status === 'rejected'
      ? [{ text: t('listings.issue.registration'), path: to.listingDetails('compliance', listing.id) }]
      : []),
    ...((found?.lapsed.length ?? 0) > 0 && listing.status === 'live'
      ? [{ text: t('listings.issue.lapsed'), path: to.listingDetails('overview', listing.id) }]
      : []),
  ]
  return (
    <span className="small">
      {waiting !== undefined && (
        <Link className="link" to={to.onboardingCase(listing.id)}>
          {t(`listings.waiting.${waiting}`)}
        </Link>
      )}
      {issues.map(({ text, path }, index) => (
        <span key={text}>
          {(waiting !== undefined || index > 0) && ', '}
          <Link className="link" to={path}>
            {text}
          </Link>
        </span>
      ))}
    </span>
  )
}
