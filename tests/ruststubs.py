"""The calls of phase-rs that generated tests may make, as an empty Rust crate.

Extracted by hand from that engine's scenario module: what a generated file uses beyond these does
not compile. Bodies are empty; only names, types and modules count.
"""

ENGINE = """\
#![allow(unused_variables, dead_code)]
pub mod database { pub mod card_db {
    pub struct CardDatabase;
    impl CardDatabase {
        pub fn from_export(path: &std::path::Path) -> Result<Self, String> { loop {} }
    }
} }
pub mod game {
    use crate::types::{game_state::GameState, events::GameEvent};
    pub fn evaluate_layers(state: &mut GameState) {}
    pub mod sba {
        use super::*;
        pub fn check_state_based_actions(state: &mut GameState, events: &mut Vec<GameEvent>) {}
    }
    pub mod scenario {
        use crate::types::{counter::CounterType, game_state::GameState, identifiers::ObjectId};
        use crate::types::{phase::Phase, player::PlayerId};
        pub const P0: PlayerId = PlayerId(0);
        pub const P1: PlayerId = PlayerId(1);
        pub struct GameScenario;
        impl GameScenario {
            pub fn new() -> Self { GameScenario }
            pub fn at_phase(&mut self, phase: Phase) -> &mut Self { self }
            pub fn with_counter(&mut self, id: ObjectId, counter: CounterType, count: u32) -> &mut Self { self }
            pub fn build(self) -> GameRunner { loop {} }
        }
        pub struct GameRunner { state: GameState }
        impl GameRunner {
            pub fn state(&self) -> &GameState { &self.state }
            pub fn state_mut(&mut self) -> &mut GameState { &mut self.state }
        }
    }
    pub mod scenario_db {
        use crate::database::card_db::CardDatabase;
        use crate::types::{identifiers::ObjectId, player::PlayerId, zones::Zone};
        pub trait GameScenarioDbExt {
            fn add_real_card(&mut self, player: PlayerId, name: &str, zone: Zone, db: &CardDatabase) -> ObjectId;
        }
        impl GameScenarioDbExt for super::scenario::GameScenario {
            fn add_real_card(&mut self, player: PlayerId, name: &str, zone: Zone, db: &CardDatabase) -> ObjectId { loop {} }
        }
    }
}
pub mod types {
    pub mod ability {
        use super::{card_type::CoreType, mana::ManaColor};
        pub enum ChosenAttribute { Color(ManaColor), CreatureType(String), CardType(CoreType) }
    }
    pub mod card_type {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum CoreType { Artifact, Battle, Creature, Enchantment, Land, Planeswalker }
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Supertype { Legendary, Basic, Snow, World }
        pub struct CardType { pub supertypes: Vec<Supertype>, pub core_types: Vec<CoreType>, pub subtypes: Vec<String> }
    }
    pub mod counter {
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum CounterType { Plus1Plus1, Minus1Minus1, Generic(String) }
    }
    pub mod events { pub enum GameEvent {} }
    pub mod game_state {
        use super::{ability::ChosenAttribute, card_type::CardType, identifiers::ObjectId};
        use super::{keywords::Keyword, mana::ManaColor, player::PlayerId, zones::Zone};
        pub struct GameObject {
            pub name: String, pub power: Option<i32>, pub toughness: Option<i32>, pub timestamp: u64,
            pub color: Vec<ManaColor>, pub card_types: CardType, pub controller: PlayerId, pub zone: Zone,
            pub chosen_attributes: Vec<ChosenAttribute>,
        }
        impl GameObject { pub fn has_keyword(&self, keyword: &Keyword) -> bool { true } }
        pub struct GameState { pub objects: std::collections::HashMap<ObjectId, GameObject> }
    }
    pub mod identifiers {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct ObjectId(pub u64);
    }
    pub mod keywords {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Keyword { Flying, FirstStrike, DoubleStrike, Deathtouch, Haste, Hexproof, Indestructible, Lifelink, Reach, Trample, Vigilance, Menace, Defender, Shroud }
    }
    pub mod mana {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ManaColor { White, Blue, Black, Red, Green }
    }
    pub mod phase { pub enum Phase { PreCombatMain } }
    pub mod player {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct PlayerId(pub u8);
    }
    pub mod zones {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Zone { Battlefield, Graveyard }
    }
}
"""
