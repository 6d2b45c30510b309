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
    'Configure representative experience and routing': 'Configurer l’expérience des représentants et l’acheminement',
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

    'Implement financial management': 'Mettre en œuvre la gestion financière',
    'Implement accounts receivable, credit, collections, and subscription billing':
      'Mettre en œuvre la comptabilité client, le crédit, le recouvrement et la facturation d’abonnements',
    'Implement and manage accounts payable and expenses': 'Mettre en œuvre et gérer la comptabilité fournisseur et les notes de frais',
    'Manage budgeting': 'Gérer les budgets',
    'Manage fixed assets': 'Gérer les immobilisations',

    'Describe Business Central': 'Décrire Business Central',
    'Install, develop, and deploy for Business Central': 'Installer, développer et déployer pour Business Central',
    'Develop by using AL objects': 'Développer avec des objets AL',
    'Develop by using AL': 'Développer en AL',
    'Work with development tools': 'Utiliser les outils de développement',
    'Integrate Business Central with other applications': 'Intégrer Business Central à d’autres applications',

    'Deploy Dynamics 365 Contact Center': 'Déployer Dynamics 365 Contact Center',
    'Implement channels': 'Mettre en place les canaux',
    'Configure agents and AI capabilities': 'Configurer les agents et les capacités d’IA',
    'Configure work distribution': 'Configurer la répartition du travail',
    'Configure the Dynamics 365 Contact Center representative experience':
      'Configurer l’expérience des représentants dans Dynamics 365 Contact Center',
    'Manage analytics for the Dynamics 365 Contact Center': 'Gérer l’analytique de Dynamics 365 Contact Center',

    'Configure Dynamics 365 Customer Insights - Journeys': 'Configurer Dynamics 365 Customer Insights - Journeys',
    'Manage segments and preferences': 'Gérer les segments et les préférences',
    'Manage leads, contacts, and accounts': 'Gérer les prospects, les contacts et les comptes',
    'Manage marketing channels': 'Gérer les canaux marketing',
    'Manage journeys': 'Gérer les parcours',
    'Manage events and webinars': 'Gérer les événements et les webinaires',

    'Configure field service applications': 'Configurer les applications d’intervention sur site',
    'Manage work orders and customer assets': 'Gérer les ordres de travail et les équipements des clients',
    'Schedule and dispatch work orders': 'Planifier et répartir les ordres de travail',
    'Manage the Field Service mobile app': 'Gérer l’application mobile Field Service',
    'Manage inventory and purchasing by using the built-in inventory management system':
      'Gérer les stocks et les achats avec le système de gestion des stocks intégré',
    'Implement Microsoft Power Platform': 'Mettre en œuvre Microsoft Power Platform',

    'Perform discovery, planning, and analysis': 'Mener la découverte, la planification et l’analyse',
    'Manage user experience design': 'Gérer la conception de l’expérience utilisateur',
    'Manage entities and data': 'Gérer les entités et les données',
    'Implement security': 'Mettre en œuvre la sécurité',
    'Implement integration': 'Mettre en œuvre l’intégration',
    'Perform solutions deployment and testing': 'Déployer et tester les solutions',

    'Prepare the data': 'Préparer les données',
    'Model the data': 'Modéliser les données',
    'Visualize and analyze the data': 'Visualiser et analyser les données',
    'Manage and secure Power BI': 'Gérer et sécuriser Power BI',

    'Configure Microsoft Dataverse': 'Configurer Microsoft Dataverse',
    'Create apps by using Microsoft Power Apps': 'Créer des applications avec Microsoft Power Apps',
    'Create and manage logic and process automation': 'Créer et gérer la logique et l’automatisation des processus',
    'Manage environments': 'Gérer les environnements',

    'Design business solutions': 'Concevoir des solutions métier',
    'Analyze and visualize data': 'Analyser et visualiser les données',
    'Create business solutions': 'Créer des solutions métier',
    'Implement and manage business solutions': 'Mettre en œuvre et gérer des solutions métier',

    'Perform solution envisioning and requirement analysis': 'Définir la vision de la solution et analyser les exigences',
    'Architect a solution': 'Concevoir l’architecture d’une solution',
    'Implement the solution': 'Mettre en œuvre la solution',
  },
}
