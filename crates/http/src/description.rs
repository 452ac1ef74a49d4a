//! What holds for the whole description of the API, and stands at no single route.

use std::collections::BTreeSet;

use utoipa::PartialSchema as _;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, Schema, SchemaType, Type};
use utoipa::openapi::{
    Components, Content, ContentBuilder, ObjectBuilder, OpenApi, PathItem, Ref, RefOr, Required, Response,
    ResponseBuilder,
};
use wireclip_wire::error::ErrorBody;

/// The name of the body of a refusal.
const REFUSAL: &str = "ErrorBody";
/// Where names of schemas stand.
const SCHEMAS: &str = "#/components/schemas/";

/// Adds to a description made from the routes what its readers need besides: the parameters that
/// stand in paths, the body of a refusal, and that answers leave nothing out that may be null.
pub(crate) fn complete(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        item.parameters = Some(of_path(path).map(RefOr::T).collect());
        for operation in operations(item) {
            let all = &mut operation.responses.responses;
            all.entry("default".to_owned()).or_insert_with(|| RefOr::T(refusal()));
        }
    }
    let asked = reachable(document, |operation| bodies_of_request(operation).collect());
    let answered = reachable(document, |operation| bodies_of_answers(operation).collect());
    let components = document.components.get_or_insert_with(Components::new);
    components.schemas.entry(REFUSAL.to_owned()).or_insert_with(ErrorBody::schema);
    for (name, schema) in &mut components.schemas {
        if answered.contains(name) && !asked.contains(name) {
            tell_all(schema);
        }
    }
}

fn of_path(path: &str) -> impl Iterator<Item = Parameter> {
    let names = path.split('/').filter_map(|step| step.strip_prefix('{')?.strip_suffix('}'));
    names.map(|name| {
        ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
            .build()
    })
}

fn refusal() -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(REFUSAL))).build();
    ResponseBuilder::new().description("It was refused, or failed.").content("application/json", body).build()
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete]
        .into_iter()
        .filter_map(Option::as_mut)
}

/// The names of all schemas of which some bodies are made.
fn reachable(document: &mut OpenApi, bodies: impl Fn(&Operation) -> Vec<RefOr<Schema>>) -> BTreeSet<String> {
    let mut open: Vec<RefOr<Schema>> = Vec::new();
    for item in document.paths.paths.values_mut() {
        open.extend(operations(item).flat_map(|operation| bodies(operation)));
    }
    let known = document.components.as_ref().map(|components| &components.schemas);
    let mut found = BTreeSet::new();
    while let Some(schema) = open.pop() {
        match schema {
            RefOr::T(schema) => open.extend(parts(&schema).cloned()),
            RefOr::Ref(named) => {
                let Some(name) = named.ref_location.strip_prefix(SCHEMAS) else { continue };
                if found.insert(name.to_owned()) {
                    open.extend(known.and_then(|known| known.get(name)).cloned());
                }
            }
        }
    }
    found
}

fn bodies_of_request(operation: &Operation) -> impl Iterator<Item = RefOr<Schema>> {
    let body = match &operation.request_body {
        Some(RefOr::T(body)) => Some(body),
        _ => None,
    };
    body.into_iter().flat_map(|body| body.content.values().filter_map(schema_of))
}

fn bodies_of_answers(operation: &Operation) -> impl Iterator<Item = RefOr<Schema>> {
    let answers = operation.responses.responses.values().filter_map(|answer| match answer {
        RefOr::T(answer) => Some(answer),
        RefOr::Ref(_) => None,
    });
    answers.flat_map(|answer| answer.content.values().filter_map(schema_of))
}

fn schema_of(content: &RefOr<Content>) -> Option<RefOr<Schema>> {
    match content {
        RefOr::T(content) => content.schema.clone(),
        RefOr::Ref(_) => None,
    }
}

/// The schemas right below a schema.
fn parts(schema: &Schema) -> Box<dyn Iterator<Item = &RefOr<Schema>> + '_> {
    match schema {
        Schema::Object(object) => {
            let others = match object.additional_properties.as_deref() {
                Some(AdditionalProperties::RefOr(schema)) => Some(schema),
                _ => None,
            };
            Box::new(object.properties.values().chain(others))
        }
        Schema::Array(array) => match &array.items {
            ArrayItems::RefOrSchema(schema) => Box::new(std::iter::once(&**schema)),
            ArrayItems::False => Box::new(std::iter::empty()),
        },
        Schema::OneOf(one) => Box::new(one.items.iter()),
        Schema::AllOf(all) => Box::new(all.items.iter()),
        Schema::AnyOf(any) => Box::new(any.items.iter()),
        _ => Box::new(std::iter::empty()),
    }
}

/// Says of what may be null that it is there: answers write it. What is left out where there is
/// nothing is never null.
fn tell_all(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            for (name, property) in &mut object.properties {
                if may_be_null(property) && !object.required.contains(name) {
                    object.required.push(name.clone());
                }
                tell_all(property);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                tell_all(items);
            }
        }
        Schema::OneOf(one) => one.items.iter_mut().for_each(tell_all),
        Schema::AllOf(all) => all.items.iter_mut().for_each(tell_all),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(tell_all),
        _ => {}
    }
}

fn may_be_null(schema: &RefOr<Schema>) -> bool {
    let is_null = |kind: &SchemaType| match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match schema {
        RefOr::Ref(_) => false,
        RefOr::T(Schema::Object(object)) => is_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => is_null(&array.schema_type),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().any(may_be_null),
        RefOr::T(_) => false,
    }
}
