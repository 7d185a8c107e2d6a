import { OutlinedInput } from '@mui/material'
import { readSection, type ListingContentRow } from '@hearth/contracts/listing'
import { zDescription } from '@hearth/contracts/listing/sections/description'
import { useText } from '../../i18n/text.ts'
import { EditCard, type Line } from '../../components/form/EditCard.tsx'
import { Field } from '../../components/form/Field.tsx'

type Content = ListingContentRow & Readonly<{ revision: number }>
type Draft = Readonly<{ title: string; description: string }>

const readCopy = (content: Content) => readSection(content, 'description')
const draftOf = (content: Content): Draft => ({
  title: readCopy(content).values.title ?? '',
  description: readCopy(content).values.description ?? '',
})

/** An empty field is none; null while one of them is wrong. */
const read = ({ title, description }: Draft, content: Content) => {
  const patch = zDescription.safeParse({
    title: title.trim() || null,
    description: description.trim() || null,
  })
  if (!patch.success) return null
  const { version } = readCopy(content)
  const known = content.sections.description
  return {
    body: { section: 'description', patch: patch.data, baseVersion: version },
    patch: {
      sections: {
        ...content.sections,
        description: {
          version: version + 1,
          changedAt: known?.changedAt ?? '',
          changedBy: known?.changedBy ?? '',
          values: { ...known?.values, ...patch.data },
        },
      },
    },
  }
}

/** What guests read first; our curators write it. */
export const CopyCard = ({ content }: { content: Content }) => {
  const t = useText()
  return (
    <EditCard
      title={t('review.copy')}
      record={content}
      resource="listings"
      verb="update-section"
      capability="listing.write"
      touches={['listing-contents']}
      saved={t('review.copySaved')}
      lines={(row): readonly Line[] => {
        const { values } = readCopy(row)
        const idea = readSection(row, 'info').values.headlineIdea
        return [
          { label: t('review.copyTitle'), value: values.title ?? t('review.notWritten') },
          {
            label: t('review.copyDescription'),
            value: values.description ?? t('review.notWritten'),
            text: true,
          },
          ...(idea == null ? [] : [{ label: t('review.copyIdea'), value: idea, text: true }]),
        ]
      }}
      draftOf={draftOf}
      read={read}
      form={({ title, description }, set) => (
        <>
          <Field
            label={t('review.copyTitle')}
            help={t('review.copyTitleHelp')}
            error={
              title.trim() !== '' && !zDescription.shape.title.safeParse(title).success
                ? t('review.copyTitleHelp')
                : undefined
            }
          >
            {({ error, ...input }) => (
              <OutlinedInput
                error={error}
                value={title}
                onChange={({ target }) => set({ title: target.value })}
                inputProps={{ ...input, maxLength: 50 }}
              />
            )}
          </Field>
          <Field
            label={t('review.copyDescription')}
            help={t('review.copyDescriptionHelp')}
            error={
              description.trim() !== '' && !zDescription.shape.description.safeParse(description).success
                ? t('review.copyDescriptionHelp')
                : undefined
            }
          >
            {({ error, ...input }) => (
              <OutlinedInput
                multiline
                minRows={5}
                maxRows={16}
                error={error}
                value={description}
                onChange={({ target }) => set({ description: target.value })}
                inputProps={{ ...input, maxLength: 5000 }}
              />
            )}
          </Field>
        </>
      )}
    />
  )
}
