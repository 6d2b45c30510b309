/** Skill areas of exams in French, by their official English name. Terms: the French product documentation. */
import type * as English from '#web/text/en/skill-areas.ts'

export const skillAreas: typeof English.skillAreas = {
  names: {
    'Set up Business Central': 'Configurer Business Central',
    'Configure financials': 'Configurer les finances',
    'Configure sales and purchasing': 'Configurer les ventes et les achats',
    'Perform Business Central operations': 'Effectuer les opérations dans Business Central',

    'Use common functionality and implementation tools': 'Utiliser les fonctions communes et les outils de mise en œuvre',
    'Configure security, processes, and options': 'Configurer la sécurité, les processus et les options',
    'Perform data migration': 'Migrer les données',
    'Validate and support the solution': 'Valider et accompagner la solution',

    'Describe Dynamics 365 Supply Chain Management': 'Décrire Dynamics 365 Supply Chain Management',
    'Describe Dynamics 365 Finance': 'Décrire Dynamics 365 Finance',
    'Describe the core capabilities of the finance and operations apps':
      'Décrire les capacités communes des applications de finance et d’opérations',

    'Manage cases in Customer Service': 'Gérer les incidents dans Customer Service',
    'Configure representative experience and routing': 'Configurer l’expérience des conseillers et le routage',
    'Extend Customer Service': 'Étendre Customer Service',

    'Configure Dynamics 365 Sales': 'Configurer Dynamics 365 Sales',
    'Manage core sales features': 'Gérer les fonctions essentielles de la vente',
    'Configure additional tools and services': 'Configurer les outils et services complémentaires',

    'Describe Dynamics 365 Customer Insights': 'Décrire Dynamics 365 Customer Insights',
    'Describe Dynamics 365 Sales': 'Décrire Dynamics 365 Sales',
    'Describe Dynamics 365 Customer Service': 'Décrire Dynamics 365 Customer Service',
    'Describe Dynamics 365 Field Service': 'Décrire Dynamics 365 Field Service',
    'Explore the core capabilities of customer engagement apps in Dynamics 365':
      'Explorer les capacités communes des applications d’engagement client de Dynamics 365',

    'Describe the business value of Microsoft Power Platform': 'Décrire ce que Microsoft Power Platform apporte à l’entreprise',
    'Manage the Microsoft Power Platform environment': 'Gérer l’environnement Microsoft Power Platform',
    'Demonstrate the capabilities of Power Apps': 'Montrer les capacités de Power Apps',
    'Demonstrate the capabilities of Power Automate': 'Montrer les capacités de Power Automate',
    'Describe features and capabilities of agents in Microsoft Copilot Studio': 'Décrire les agents de Microsoft Copilot Studio',

    'Create a foundation for intelligent applications': 'Poser les fondations d’applications intelligentes',
    'Create intelligent applications': 'Créer des applications intelligentes',
    'Build business application logic and automation': 'Construire la logique métier et l’automatisation',
  },
}
