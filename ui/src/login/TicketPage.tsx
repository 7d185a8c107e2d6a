import { useFragmentToken } from '../navigation/useFragmentToken.ts'
import { EndedTicket } from './EndedTicket.tsx'
import { Ticket } from './Ticket.tsx'

/** `/login/ticket#token=…`: magic link, invitation, new password. */
const TicketPage = () => {
  const token = useFragmentToken()
  return token === null ? <EndedTicket why="missing" /> : <Ticket key={token} token={token} />
}
export default TicketPage
