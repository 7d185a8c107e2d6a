import { useState } from 'react'
import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import type { Member } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { PlaceFields, usePlaceProblem, type Place } from './PlaceFields.tsx'
import { memberName } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'

export const MemberDialog = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const t = useText()
  const [place, setPlace] = useState<Place>({ role: member.role, listingIds: member.listingIds })
  const name = memberName(member)
  const change = useAccountCommand('change-member-role', {
    said: t('account.team.changed', { name, role: t(`app.roles.${place.role}`) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t('account.team.changeTitle', { name })}
      submit={t('account.team.save')}
      close={t('account.keep')}
      missing={usePlaceProblem(place)}
      pending={change.pending}
      error={change.error}
      onSubmit={() => change.run({ memberId: member.id, ...place })}
      onClose={onClose}
    >
      <PlaceFields place={place} roles={HOST_ROLES} onChange={setPlace} />
    </FormDialog>
  )
}
