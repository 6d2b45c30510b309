/** Finds the addresses at which the pages that support questions are published. */
import type { CitedPart } from '#exam/bank-file/index.ts'

/**
 * The address of the published page of a grounding. `undefined` when no rule matches the path, or when the file is not Markdown.
 * `{ repository: 'MicrosoftDocs/powerquery-docs', path: 'powerquery-docs/merge.md' }` → `https://learn.microsoft.com/en-us/power-query/merge`
 */
export function findGroundingAddress({ repository, path }: Pick<CitedPart, 'repository' | 'path'>): string | undefined {
  const [, folder = '', address = ''] = addressRules.find((rule) => rule[0] === repository && path.startsWith(rule[1])) ?? []
  if (folder === '' || !path.endsWith('.md')) return undefined
  return `https://learn.microsoft.com/en-us/${address}${path.slice(folder.length)}`.slice(0, -'.md'.length)
}

/** A repository, the start of a path in it, and the address that replaces this start. The first matching rule applies. */
const addressRules: readonly (readonly [repository: string, folder: string, address: string])[] = [
  ['MicrosoftDocs/dynamics365smb-docs', 'business-central/', 'dynamics365/business-central/'],
  ['MicrosoftDocs/dynamics365smb-devitpro-pb', 'dev-itpro/', 'dynamics365/business-central/dev-itpro/'],
  ['MicrosoftDocs/customer-insights', 'ci-docs/', 'dynamics365/customer-insights/'],
  ['MicrosoftDocs/power-pages-docs', 'power-pages-docs/', 'power-pages/'],
  ['MicrosoftDocs/dynamics365-guidance', 'guidance/', 'dynamics365/guidance/'],
  ['MicrosoftDocs/dynamics-365-contact-center', 'contact-center/', 'dynamics365/contact-center/'],
  ['MicrosoftDocs/dynamics-365-project-operations', 'articles/', 'dynamics365/project-operations/'],
  ['MicrosoftDocs/powerquery-docs', 'powerquery-docs/', 'power-query/'],
  ['MicrosoftDocs/dynamics-365-unified-operations-public', 'articles/', 'dynamics365/'],
  // These files are included in pages with other names.
  ['MicrosoftDocs/dynamics-365-customer-engagement', 'ce/shared/urs/fulfillment-pref', 'dynamics365/field-service/set-up-time-groups'],
  [
    'MicrosoftDocs/dynamics-365-customer-engagement',
    'ce/shared/urs/use-schedule-board',
    'dynamics365/field-service/work-with-schedule-board',
  ],
  ['MicrosoftDocs/dynamics-365-customer-engagement', 'ce/shared/urs/', 'dynamics365/field-service/'],
  ['MicrosoftDocs/dynamics-365-customer-engagement', 'ce/', 'dynamics365/'],
  ['MicrosoftDocs/powerapps-docs', 'powerapps-docs/', 'power-apps/'],
  ['MicrosoftDocs/power-platform', 'power-platform/', 'power-platform/'],
  ['MicrosoftDocs/power-automate-docs', 'articles/', 'power-automate/'],
  ['MicrosoftDocs/powerbi-docs', 'powerbi-docs/', 'power-bi/'],
  ['MicrosoftDocs/fabric-docs', 'docs/', 'fabric/'],
  ['MicrosoftDocs/query-docs', 'query-languages/dax/', 'dax/'],
  ['MicrosoftDocs/query-docs', 'query-languages/m/', 'powerquery-m/'],
  // These pages have moved to other addresses.
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/azure-openai-human-review.md', 'microsoft-copilot-studio/azure-openai-human-review.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/add-inputs-prompt.md', 'microsoft-copilot-studio/add-inputs-prompt.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/batch-testing-prompts.md', 'microsoft-copilot-studio/batch-testing-prompts.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/byom-for-your-prompts.md', 'microsoft-copilot-studio/bring-your-own-model-prompts.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/create-a-custom-prompt.md', 'microsoft-copilot-studio/create-custom-prompt.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/distribute-prompt.md', 'microsoft-copilot-studio/distribute-prompt.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/draft-with-copilot.md', 'microsoft-copilot-studio/draft-with-copilot.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/faqs-prompts.md', 'microsoft-copilot-studio/faq-prompts.md'],
  [
    'MicrosoftDocs/ai-builder',
    'ai-builder-docs/generate-document-output-prompt.md',
    'microsoft-copilot-studio/generate-document-output-prompt.md',
  ],
  [
    'MicrosoftDocs/ai-builder',
    'ai-builder-docs/process-responses-json-output.md',
    'microsoft-copilot-studio/process-responses-json-output.md',
  ],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/prompt-library.md', 'microsoft-copilot-studio/prompt-library.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/prompt-modelsettings.md', 'microsoft-copilot-studio/prompt-model-settings.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/prompts-overview.md', 'microsoft-copilot-studio/prompts-overview.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/share-your-prompt.md', 'microsoft-copilot-studio/share-your-prompt.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/use-your-own-prompt-data.md', 'microsoft-copilot-studio/use-your-own-prompt-data.md'],
  ['MicrosoftDocs/ai-builder', 'ai-builder-docs/', 'ai-builder/'],
  ['MicrosoftDocs/m365copilot-docs', 'docs/', 'microsoft-365/copilot/extensibility/'],
  ['MicrosoftDocs/customer-voice', 'cv-docs/', 'dynamics365/customer-voice/'],
  ['MicrosoftDocs/microsoft-365-docs', 'microsoft-365/', 'microsoft-365/'],
  ['MicrosoftDocs/microsoft-365-docs', 'copilot/', 'microsoft-365/copilot/'],
]

/**
 * Microsoft's published source code, and its courses and field notes, for products whose documentation has no public repository. Names of
 * course repositories in other languages end with the language, such as `.fr-fr`.
 */
const courseRepository = /^(?:microsoft\/(?:agent-academy|BCApps|mcs-labs|mcscatblog)|MicrosoftLearning\/[\w-]+(?:\.[a-z]{2}-[a-z]{2})?)$/

/**
 * The address of a cited page of a course, at the cited commit; `undefined` for other repositories. The reference of a question that cites a
 * course is the documentation page on the same subject.
 */
export function findCourseAddress({ repository, path, commit }: Pick<CitedPart, 'repository' | 'path' | 'commit'>): string | undefined {
  return courseRepository.test(repository)
    ? `https://github.com/${repository}/blob/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`
    : undefined
}
