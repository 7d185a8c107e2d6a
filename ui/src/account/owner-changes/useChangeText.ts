import { ownerChangeTexts } from '../../i18n/en/ownerChange.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import type { OwnerChange } from '../../data/records/records.ts'

addTexts({ ownerChange: ownerChangeTexts })

/** Says what a change does: `Invite ines@vale.example as an owner`. `nameOf` names a member. */
export const useChangeText = (nameOf: (memberId: string) => string) => {
  const t = useText()
  return ({ kind, memberId, email, role }: Pick<OwnerChange, 'kind' | 'memberId' | 'email' | 'role'>) =>
    t(`ownerChange.what.${kind}`, {
      name: email ?? nameOf(memberId),
      role: role === null ? '' : t(`app.roles.${role}`),
    })
}
