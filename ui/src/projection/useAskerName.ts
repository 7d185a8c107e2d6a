import { useSession } from '../session/session.ts'
import { useText } from '../i18n/text.ts'

/** Who asked the projectors for something, in a word. */
export const useAskerName = () => {
  const t = useText()
  const self = useSession()?.user.id
  return (requestedBy: string) =>
    requestedBy === self
      ? t('internal.detail.you')
      : requestedBy === 'command line'
        ? t('internal.detail.commandLine')
        : t('internal.detail.colleague')
}
