import { useState } from 'react'
import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import type { Member } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { RoleFields, useGrantProblem, type RoleGrant } from './RoleFields.tsx'
import { memberName } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'

export const MemberDialog = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const t = useText()
  const [grant, setGrant] = useState<RoleGrant>({ role: member.role, listingIds: member.listingIds })
  const name = memberName(member)
  const change = useAccountCommand('change-member-role', {
    said: t('account.team.changed', { name, role: t(`app.roles.${grant.role}`) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t('account.team.changeTitle', { name })}
      submit={t('account.team.save')}
      close={t('account.keep')}
      missing={useGrantProblem(grant)}
      pending={change.pending}
      error={change.error}
      onSubmit={() => change.run({ memberId: member.id, ...grant })}
      onClose={onClose}
    >
      <RoleFields grant={grant} roles={HOST_ROLES} onChange={setGrant} />
    </FormDialog>
  )
}
