import { useQuery } from '@tanstack/react-query'
import type { TicketDetails } from '@hearth/contracts/login'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemCode } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { CardLink, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { EndedTicket, findTicketEnd } from './EndedTicket.tsx'
import { RedeemTicket } from './RedeemTicket.tsx'

/**
 * Reads a link without redeeming it. Only the button redeems it, so that software which prefetches links does
 * not.
 */
export const Ticket = ({ token }: { token: string }) => {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['login', 'ticket', token],
    queryFn: () => post<TicketDetails>('/api/login/ticket/look', { token }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (data) return <RedeemTicket token={token} ticket={data} />
  const ended =
    findTicketEnd(error) ?? (problemCode(error) === 'VALIDATION_FAILED' ? 'TICKET_INVALID' : undefined)
  if (ended) return <EndedTicket why={ended} />
  return (
    <SignInCard
      title={t('login.ticket.looking')}
      footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}
    >
      {error ? (
        <ErrorState title={t('login.callback.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={40} />
      )}
    </SignInCard>
  )
}
