import type { RequestKind } from '@hearth/contracts/request'
import type { ListedRequest } from '../data/records/records.ts'
import { useText, type Text } from '../i18n/text.ts'

type Named = Pick<
  ListedRequest,
  'kind' | 'byHost' | 'guestName' | 'subject' | 'serviceType' | 'code' | 'before' | 'checkIn' | 'checkOut'
>

const readSubject = ({ subject, serviceType, code }: Named, t: Text): string =>
  subject ?? (serviceType === null ? code : t(`request.type.${serviceType}`))

const nameGuest = ({ guestName }: Named, t: Text): string => guestName ?? t('request.guest')

/** Whether an alteration keeps the dates: the guest asks for another party. */
const keepsDates = ({ before, checkIn, checkOut }: Named): boolean =>
  before !== null && before.checkIn === checkIn && before.checkOut === checkOut

/** Who or what a request of each kind is about, in a few words. */
const NAMES: Readonly<Record<RequestKind, (request: Named, t: Text) => string>> = {
  booking_request: nameGuest,
  alteration: nameGuest,
  refund_waiver: nameGuest,
  service: readSubject,
  expense_approval: readSubject,
}

const readQuestion = (request: Named): RequestKind | 'party' | 'offer' => {
  if (request.kind !== 'alteration') return request.kind
  if (request.byHost) return 'offer'
  return keepsDates(request) ? 'party' : 'alteration'
}

export const useRequestName = () => {
  const t = useText()
  return (request: Named) => NAMES[request.kind](request, t)
}

/** The question, as the title of its page. */
export const useRequestTitle = () => {
  const t = useText()
  return (request: Named) => {
    const name = NAMES[request.kind](request, t)
    return t(`request.asks.${readQuestion(request)}`, { name, subject: name })
  }
}
