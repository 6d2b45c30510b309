/** The descriptions of certifications in French, by their English text in `content/certifications.json`. */
import type * as English from '#web/text/en/certification-descriptions.ts'

export const certificationDescriptions: typeof English.certificationDescriptions = {
  'Set up and run finance, sales, purchasing and inventory for a small or mid-sized company.':
    'Configurer et faire fonctionner les finances, les ventes, les achats et les stocks d’une petite ou moyenne entreprise.',
  'Set up and run the finance apps: ledger, tax, receivables, payables, budgets and fixed assets.':
    'Configurer et faire fonctionner les applications financières\u00a0: comptabilité, taxes, clients, fournisseurs, budgets et immobilisations.',
  'Extend Business Central in AL: objects, events, APIs, tests and deployment.':
    'Étendre Business Central en AL\u00a0: objets, événements, API, tests et déploiement.',
  'Security, data migration and the shared tools of the finance and operations apps.':
    'Sécurité, migration de données et outils communs des applications de finances et d’opérations.',
  'What the finance and operations apps do, from supply chain to finance and commerce.':
    'Ce que font les applications de finances et d’opérations, de la chaîne logistique aux finances et au commerce.',
  'Cases, queues, routing and knowledge for a customer service team.':
    'Incidents, files d’attente, acheminement et connaissances pour une équipe de service client.',
  'Set up channels, work distribution, agents and analytics in Dynamics 365 Contact Center.':
    'Configurer les canaux, la répartition du travail, les agents et l’analytique dans Dynamics 365 Contact Center.',
  'Configure leads, opportunities, forecasts and the tools of a sales team.':
    'Configurer les prospects, les opportunités, les prévisions et les outils d’une équipe de vente.',
  'What the customer engagement apps do, from marketing and sales to service in the field.':
    'Ce que font les applications d’engagement client, du marketing et de la vente aux interventions sur site.',
  'Segments, journeys, emails and events for a marketing team.': 'Segments, parcours, e-mails et événements pour une équipe marketing.',
  'Work orders, scheduling and inventory for technicians on the road.':
    'Ordres de travail, planification et stocks pour des techniciens en déplacement.',
  'The shared base of the customer engagement apps, as it was examined before PL-200.':
    'Le socle commun des applications d’engagement client, tel qu’il était évalué avant PL-200.',
  'What apps, flows, agents and their data platform can do for a business.':
    'Ce que les applications, les flux, les agents et leur plateforme de données apportent à une entreprise.',
  'Build apps, flows and prompts on Dataverse with Power Platform and Copilot.':
    'Créer des applications, des flux et des invites sur Dataverse avec Power Platform et Copilot.',
  'Prepare and model data, build reports, and manage and secure Power BI.':
    'Préparer et modéliser les données, créer des rapports, gérer et sécuriser Power BI.',
  'Model data, build apps and automate processes together with the business.':
    'Modéliser les données, créer des applications et automatiser les processus avec les équipes métier.',
  'Build apps, flows and reports for your own team without writing code.':
    'Créer des applications, des flux et des rapports pour votre propre équipe sans écrire de code.',
  'Lead the design of a solution: requirements, data, integration and security.':
    'Diriger la conception d’une solution\u00a0: exigences, données, intégration et sécurité.',
}
