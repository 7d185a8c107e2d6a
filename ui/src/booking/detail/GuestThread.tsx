import { lazy, Suspense, useState } from 'react'
import { useGetList } from 'react-admin'
import { Button } from '@mui/material'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Icon } from '../../components/display/icons.tsx'
import type { OpenBooking, Thread } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useLock, useSees, useSession } from '../../session/session.ts'

const WriteDialog = lazy(() => import('./WriteDialog.tsx'))

/** The conversation with the guest about the listing; null where there is none, undefined until it is known. */
const useThread = ({ listingId, guestRef }: OpenBooking): Thread | null | undefined => {
  const sees = useSees('thread.read')
  const { data } = useGetList<Thread>(
    'threads',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'place', order: 'ASC' },
      filter: { listingId, guestRef },
    },
    { enabled: sees },
  )
  return data && (data[0] ?? null)
}

/** Opens the conversation with the guest; before there is one, writes its first message. */
export const GuestThread = ({ booking, readOnly }: { booking: OpenBooking; readOnly: boolean }) => {
  const t = useText()
  const [writing, setWriting] = useState(false)
  const thread = useThread(booking)
  const locked = useLock('thread.write') !== undefined
  // Staff answer as Hearth and do not begin conversations.
  const isOfTeam = useSession()?.account != null
  if (thread)
    return (
      <LinkButton size="small" to={to.thread(thread.id)}>
        <Icon name="inbox" size={16} />
        {t('booking.openThread')}
      </LinkButton>
    )
  if (thread === undefined || locked || readOnly || !isOfTeam) return null
  return (
    <>
      <Button size="small" onClick={() => setWriting(true)}>
        <Icon name="inbox" size={16} />
        {t('booking.write.open')}
      </Button>
      {writing && (
        <Suspense fallback={null}>
          <WriteDialog booking={booking} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </>
  )
}
