import { allows, useSession } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'

const WORDS = {
  'booking.details': 'table.hidden.guests',
  'booking.money': 'table.hidden.amounts',
  'listing.price': 'table.hidden.prices',
} as const
type Hideable = keyof typeof WORDS

/** One line that says what a page leaves out because the session does not see it; nothing when it sees all. */
export const HiddenNote = ({ of }: { of: readonly Hideable[] }) => {
  const t = useText()
  const session = useSession()
  const hidden = of.filter((capability) => !allows(session, capability))
  if (session === undefined || hidden.length === 0) return null
  const what = hidden.map((capability) => t(WORDS[capability])).join(t('table.or'))
  return (
    <p className="q small" style={{ marginBottom: 12 }}>
      {t(session.impersonation ? 'table.hiddenInSession' : 'table.hiddenFromRole', { what })}
    </p>
  )
}
