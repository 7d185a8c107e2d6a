import { OutlinedInput, Select } from '@mui/material'
import { HOST_BLOCK_KINDS } from '@hearth/contracts/calendar'
import type { Claim } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field } from '../../components/form/Field.tsx'
import styles from './BlockForm.module.css'
import type { HostBlockKind } from './useBlockCommand.ts'

/** What the host enters about a block besides its dates. */
export type BlockDetails = Readonly<{
  kind: HostBlockKind
  note: string
  guests: number
  cleaning: boolean
  friends: boolean
}>
export const noDetails: BlockDetails = {
  kind: 'owner_stay',
  note: '',
  guests: 1,
  cleaning: false,
  friends: false,
}

/** The details in the form that the command expects. */
export const toClaimPart = ({
  kind,
  note,
  guests,
  cleaning,
  friends,
}: BlockDetails): Pick<Claim, 'kind' | 'note' | 'ownerStay'> => ({
  kind,
  note: note.trim() === '' ? null : note.trim(),
  ownerStay: kind === 'owner_stay' ? { guests, cleaningRequested: cleaning, forFriends: friends } : null,
})

type Props = { value: BlockDetails; onChange: (value: BlockDetails) => void; maxGuests: number }

type Set = (part: Partial<BlockDetails>) => void

const OwnerStayFields = ({ value, set, maxGuests }: Pick<Props, 'value' | 'maxGuests'> & { set: Set }) => {
  const t = useText()
  const check = (key: 'cleaning' | 'friends', label: string) => (
    <label>
      <Checkbox label={label} checked={value[key]} onChange={() => set({ [key]: !value[key] })} />
      <span aria-hidden>{label}</span>
    </label>
  )
  return (
    <div className={styles['checks']}>
      <div className={styles['guests']}>
        <span aria-hidden>{t('blocks.guests')}</span>
        <OutlinedInput
          size="small"
          type="number"
          value={value.guests}
          inputProps={{ min: 1, max: maxGuests, 'aria-label': t('blocks.guests') }}
          onChange={({ target }) =>
            set({ guests: Math.max(1, Math.min(maxGuests, Math.trunc(Number(target.value)) || 1)) })
          }
        />
      </div>
      {check('cleaning', t('blocks.cleaning'))}
      {check('friends', t('blocks.friends'))}
    </div>
  )
}

export const BlockFields = ({ value, onChange, maxGuests }: Props) => {
  const t = useText()
  const set: Set = (part) => onChange({ ...value, ...part })
  return (
    <>
      <Field label={t('blocks.reason')}>
        {({ error: _error, ...field }) => (
          <Select
            native
            size="small"
            value={value.kind}
            onChange={({ target }) => set({ kind: target.value as HostBlockKind })}
            inputProps={{ ...field, 'data-first': true }}
          >
            {HOST_BLOCK_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`blocks.kind.${kind}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {value.kind === 'owner_stay' && <OwnerStayFields value={value} set={set} maxGuests={maxGuests} />}
      <Field
        label={
          <>
            {t('blocks.note')} <span className="c">{t('blocks.noteHelp')}</span>
          </>
        }
      >
        {({ error: _error, ...field }) => (
          <OutlinedInput
            size="small"
            value={value.note}
            onChange={({ target }) => set({ note: target.value })}
            inputProps={{ ...field, maxLength: 300 }}
          />
        )}
      </Field>
    </>
  )
}
