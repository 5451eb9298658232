/** What Mercurius and Apollo serve: the part of the gateway's schema that is read here, under the same names. */
export const typeDefs = `
  scalar DateTime
  scalar Money

  type Query {
    raffle(slug: String!): Raffle
    myOrders(first: Int = 20, after: String): OrderConnection!
    ordersByRaffle(raffleId: ID!, first: Int = 20, after: String): OrderConnection!
  }

  type Raffle {
    id: ID!
    slug: String!
    title: String!
    subtitle: String
    description: String
    status: RaffleStatus!
    statusText: String
    photoUrl: String
    startsAt: DateTime
    endsAt: DateTime
    showEndsAt: Boolean!
    drawAt: DateTime
    quotaPrice: Money!
    quotaQuantity: Int!
    minReservationQuantity: Int!
    maxReservationQuantity: Int!
    maxBuyerQuantity: Int
    reservationTimeLimit: Int!
    fastSelectionCards: [Int!]!
    popularSelectionCard: Int
    showProgressBar: Boolean!
    showPrices: Boolean!
    whatsapp: String
    category: RaffleCategory
    prizes: [RafflePrize!]!
    sellBar: SellBar
  }

  enum RaffleStatus {
    DRAFT
    SOON
    OPEN
    SOLD_OUT
    CLOSED
    DRAWN
    FINISHED
    CANCELLED
  }

  type RaffleCategory {
    id: ID!
    name: String!
  }

  type RafflePrize {
    position: Int!
    title: String!
    description: String
  }

  type SellBar {
    total: Int!
    paid: Int!
    reserved: Int!
    available: Int!
    percentage: Float!
  }

  type OrderConnection {
    nodes: [Order!]!
    pageInfo: PageInfo!
  }

  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }

  type Order {
    id: ID!
    status: OrderStatus!
    quotaQuantity: Int!
    priceByQuota: Money!
    totalValue: Money!
    paymentProviderName: String!
    qrCodeId: String
    qrCodeContent: String
    createdAt: DateTime!
    expiresAt: DateTime!
    paidAt: DateTime
    raffle: Raffle
    user: User
  }

  enum OrderStatus {
    PENDING
    PAID
    CANCELLED
    EXPIRED
    REFUNDED
  }

  type User {
    id: ID!
    name: String!
  }
`;
