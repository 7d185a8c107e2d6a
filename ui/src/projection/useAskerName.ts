import { useSession } from '../session/session.ts'
import { useText } from '../i18n/text.ts'

/** Names the person who sent a request to the projectors. */
export const useAskerName = () => {
  const t = useText()
  const self = useSession()?.user.id
  return (requestedBy: string) =>
    requestedBy === self
      ? t('projection.detail.you')
      : requestedBy === 'command line'
        ? t('projection.detail.commandLine')
        : t('projection.detail.colleague')
}
