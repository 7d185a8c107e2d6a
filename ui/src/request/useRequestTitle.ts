import type { RequestKind } from '@hearth/contracts/request'
import type { ListedRequest } from '../data/records/records.ts'
import { useText, type Text } from '../i18n/text.ts'

type Named = Pick<ListedRequest, 'kind' | 'guestName' | 'subject' | 'serviceType' | 'code'>

const readSubject = ({ subject, serviceType, code }: Named, t: Text): string =>
  subject ?? (serviceType === null ? code : t(`request.type.${serviceType}`))

/** Who or what a request of each kind is about, in a few words. */
const NAMES: Readonly<Record<RequestKind, (request: Named, t: Text) => string>> = {
  booking_request: ({ guestName }, t) => guestName ?? t('request.guest'),
  service: readSubject,
  expense_approval: readSubject,
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
    return t(`request.asks.${request.kind}`, { name, subject: name })
  }
}
