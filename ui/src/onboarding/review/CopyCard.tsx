import type { z } from 'zod'
import { readSection, type ListingContentRow } from '@hearth/contracts/listing'
import { zDescription } from '@hearth/contracts/listing/sections/description'
import { useText } from '../../i18n/text.ts'
import { EditCard } from '../../components/form/EditCard.tsx'
import type { Line } from '../../components/form/EditForm.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'

type Content = ListingContentRow & Readonly<{ revision: number }>
const readCopy = (content: Content) => readSection(content, 'description')

const change = (patch: z.output<typeof zDescription>, content: Content) => {
  const { version } = readCopy(content)
  const known = content.sections.description
  return {
    body: { section: 'description', patch, baseVersion: version },
    patch: {
      sections: {
        ...content.sections,
        description: {
          version: version + 1,
          changedAt: known?.changedAt ?? '',
          changedBy: known?.changedBy ?? '',
          values: { ...known?.values, ...patch },
        },
      },
    },
  }
}

/** The listing's title and description, written by curators. */
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
      schema={zDescription}
      values={(row) => {
        const { title = null, description = null } = readCopy(row).values
        return { title, description }
      }}
      change={change}
      form={({ control }) => (
        <>
          <TextField
            optional
            control={control}
            name="title"
            label={t('review.copyTitle')}
            help={t('review.copyTitleHelp')}
            wrong={t('review.copyTitleHelp')}
            input={{ maxLength: 50 }}
          />
          <TextField
            optional
            control={control}
            name="description"
            rows={5}
            label={t('review.copyDescription')}
            help={t('review.copyDescriptionHelp')}
            wrong={t('review.copyDescriptionHelp')}
            input={{ maxLength: 5000 }}
          />
        </>
      )}
    />
  )
}
