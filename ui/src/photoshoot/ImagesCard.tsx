import { useState } from 'react'
import { Button } from '@mui/material'
import { fileUrl } from '@hearth/contracts/file'
import { photoshoot } from '@hearth/contracts/photoshoot'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { SubmitButton } from '../components/form/SubmitButton.tsx'
import { RadioField } from '../components/form/fields/RadioField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Photoshoot.module.css'
import type { Photoshoot } from './usePhotoshoot.ts'

const CAUSES = ['quality', 'other'] as const

const ImageGrid = ({
  images,
  chosen,
  onToggle,
}: {
  images: Photoshoot['images']
  /** The images that are chosen; undefined while there is nothing to choose. */
  chosen: readonly string[] | undefined
  onToggle: (fileId: string) => void
}) => {
  const t = useText()
  return (
    <div className={styles['grid']}>
      {images.map(({ fileId, caption }, index) => {
        const label = caption ?? t('photoshoot.images.picture', { number: index + 1 })
        return (
          <label key={fileId}>
            <img
              src={fileUrl(fileId, '320')}
              srcSet={`${fileUrl(fileId, '320')} 320w, ${fileUrl(fileId, '640')} 640w`}
              sizes="(max-width: 700px) 45vw, 200px"
              loading="lazy"
              alt={label}
            />
            {chosen && (
              <input
                type="checkbox"
                checked={chosen.includes(fileId)}
                onChange={() => onToggle(fileId)}
                aria-label={label}
              />
            )}
          </label>
        )
      })}
    </div>
  )
}

/** Says what is wrong with the chosen images, and asks for the shoot to be repeated. */
const ReshootForm = ({ form, onClose }: { form: ReturnType<typeof useReshoot>; onClose: () => void }) => {
  const t = useText()
  const { control, values } = form
  return (
    <CommandForm form={form}>
      <p className="q">{t('photoshoot.images.againText')}</p>
      <RadioField
        control={control}
        name="cause"
        label={t('photoshoot.images.why')}
        options={CAUSES.map((cause) => ({ value: cause, label: t(`photoshoot.images.${cause}`) }))}
      />
      <TextField
        control={control}
        name="why"
        rows={2}
        label={t('photoshoot.images.why')}
        help={t(values.fileIds.length === 0 ? 'photoshoot.images.pick' : 'photoshoot.images.whyHelp')}
        wrong={t('photoshoot.images.whyHelp')}
        input={{ maxLength: 500 }}
      />
      <ProblemText error={form.error} />
      <div className={styles['actions']}>
        <SubmitButton form={form}>{t('photoshoot.images.send')}</SubmitButton>
        <Button onClick={onClose}>{t('photoshoot.cancel.keep')}</Button>
      </div>
    </CommandForm>
  )
}

const useReshoot = (shoot: Photoshoot, onDone: () => void) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({
    resource: 'photoshoots',
    verb: 'request-reshoot',
    touches: ['onboarding'],
    onSuccess: () => {
      onDone()
      saved(t('photoshoot.images.asked'))
    },
  })
  return useCommandForm({
    schema: photoshoot.commands.RequestReshoot.schema,
    values: { fileIds: [], cause: 'quality', why: '' },
    command,
    send: (body) => command.run({ record: { id: shoot.id }, body }),
  })
}

/** The delivered images: added to the listing, or requested again. */
export const ImagesCard = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const saved = useSaved()
  const mayWrite = useCan('photoshoot.write')
  const [choosing, setChoosing] = useState(false)
  const reshoot = useReshoot(shoot, () => setChoosing(false))
  const chosen = reshoot.values.fileIds
  const approve = useCommand({
    resource: 'photoshoots',
    verb: 'approve-images',
    touches: ['onboarding', 'listings', 'listing-contents'],
    onSuccess: () => saved(t('photoshoot.images.approved')),
  })
  const isOpen = shoot.status === 'delivered'
  const toggle = (id: string) =>
    reshoot.set({
      fileIds: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id],
    })
  return (
    <Card
      title={t(choosing ? 'photoshoot.images.againTitle' : 'photoshoot.images.title')}
      note={t('photoshoot.images.count', { smart_count: shoot.images.length })}
    >
      <div className={styles['body']}>
        <ImageGrid images={shoot.images} chosen={choosing ? chosen : undefined} onToggle={toggle} />
        {isOpen && mayWrite && !choosing && (
          <div className={styles['actions']}>
            <Button
              variant="contained"
              color="primary"
              loading={approve.pending}
              onClick={() => approve.run({ record: { id: shoot.id } })}
            >
              {t('photoshoot.images.approve')}
            </Button>
            <Button onClick={() => setChoosing(true)}>{t('photoshoot.images.again')}</Button>
          </div>
        )}
        <ProblemText error={approve.error} />
        {isOpen && choosing && <ReshootForm form={reshoot} onClose={() => setChoosing(false)} />}
      </div>
    </Card>
  )
}
